import { isolate } from '../../shared/i18n/direction.ts'
import { pluralIn } from '../../shared/i18n/plural.ts'

const n = pluralIn('ar')

const items = (count: number) =>
  n(count, { one: 'عنصر واحد', two: 'عنصرين', few: '# عناصر', many: '# عنصرًا', other: '# عنصر' })

export const trash = {
  title: 'سلة المحذوفات',
  lead: 'يمكن استعادة المحتوى المحذوف خلال 30 يومًا، ثم يُحذف نهائيًا.',
  search: 'البحث في العناوين',
  kind: 'النوع',
  allKinds: 'كل الأنواع',
  kinds: {
    questions: 'سؤال',
    category: 'فئة',
    topic: 'موضوع',
    section: 'قسم',
    learning_path: 'مسار تعلّم',
    plans: 'خطة',
    challenges: 'تحدٍّ',
    guides: 'دليل',
    resources: 'مورد',
    articles: 'مقال',
    cheatsheets: 'ورقة مرجعية',
    'question-bank': 'عنصر في بنك الأسئلة',
    'question-lists': 'قائمة أسئلة',
    jobs: 'وظيفة',
  },
  fileKinds: { image: 'صورة', 'question-audio': 'صوت السؤال', 'answer-audio': 'صوت الإجابة' },
  views: { content: 'المحتوى', files: 'الصور والصوت' },
  list: 'المحتوى المحذوف',
  item: 'العنوان',
  deleted: 'حُذف',
  left: 'المدة المتبقية',
  days: (count: number) =>
    n(count, {
      zero: 'أقل من يوم',
      one: 'يوم واحد',
      two: 'يومان',
      few: '# أيام',
      many: '# يومًا',
      other: '# يوم',
    }),
  by: (name: string) => `حذفه ${isolate(name)}`,
  byYou: 'حذفته أنت',
  actions: 'الإجراءات',
  select: (title: string) => `تحديد «${isolate(title)}»`,
  selectPage: 'تحديد كل ما في هذه الصفحة',
  selected: (count: number) =>
    n(count, {
      one: 'عنصر واحد محدّد',
      two: 'عنصران محدّدان',
      few: '# عناصر محدّدة',
      many: '# عنصرًا محدّدًا',
      other: '# عنصر محدّد',
    }),
  restore: 'استعادة',
  restoreOne: (title: string) => `استعادة «${isolate(title)}»`,
  restoreSelected: (count: number) => `استعادة ${items(count)}`,
  clear: 'إلغاء التحديد',
  restored: (count: number) => `تمّت استعادة ${items(count)}`,
  failed: (count: number) => `تعذّرت استعادة ${items(count)}`,
  nameTaken: (title: string) =>
    `صار عنصر آخر يحمل الاسم «${isolate(title)}». أدخل اسمًا آخر لاستعادة هذا العنصر.`,
  idTaken: (title: string) =>
    `صار عنصر آخر يستخدم معرّف «${isolate(title)}». أدخل معرّفًا آخر لاستعادة هذا العنصر.`,
  newName: 'الاسم الجديد',
  newId: 'المعرّف الجديد',
  newIdHint: 'حروف لاتينية صغيرة وأرقام وشرطات، مثل event-loop.',
  movedStay: 'الأسئلة التي نُقلت عند حذف فئة أو موضوع أو قسم أو مسار تبقى حيث هي.',
  emptyFiles: 'لا صور ولا مقاطع صوتية محذوفة',
  emptyFilesText: 'تظهر هنا الصور والمقاطع الصوتية المحذوفة.',
  empty: 'سلة المحذوفات فارغة',
  emptyText: 'تظهر هنا الأسئلة المحذوفة وسائر المحتوى المحذوف.',
  noMatch: 'لا شيء في سلة المحذوفات يطابق هذه التصفية',
  loadFailed: 'تعذّر تحميل سلة المحذوفات',
  showing: (from: string, to: string, of: string) => `عرض ${from} إلى ${to} من ${of}`,
}
