import { pluralIn } from '../../shared/i18n/plural.ts'

const n = pluralIn('ar')

const everyQuestion = 'كل سؤال تجيب عنه يصير بطاقة، تعود إليك قبيل أن تنساها.'

export const flashcards = {
  title: 'البطاقات التعليمية',
  visitor: { title: 'سجّل الدخول لتراجع بطاقاتك التعليمية', text: everyQuestion },
  loadFailed: 'تعذّر تحميل البطاقات',
  emptyTitle: 'لا بطاقات حان وقتها',
  emptyText: (days: number | null) =>
    days === null
      ? everyQuestion
      : n(days, {
          one: 'تأتي البطاقة التالية غدًا.',
          two: 'تأتي البطاقة التالية بعد يومين.',
          few: 'تأتي البطاقة التالية بعد # أيام.',
          many: 'تأتي البطاقة التالية بعد # يومًا.',
          other: 'تأتي البطاقة التالية بعد # يوم.',
        }),
  emptyAction: 'أجب عن أسئلة جديدة',
  position: (at: string, of: string) => `${at} / ${of}`,
  positionLabel: (at: string, of: string) => `البطاقة ${at} من ${of}`,
  show: 'إظهار الإجابة',
  answer: 'الإجابة',
  rightOptions: 'الإجابة الصحيحة',
  why: 'السبب',
  cardFailed: 'تعذّر تحميل هذه البطاقة',
  skip: 'تخطّيها الآن',
  ask: 'إلى أي حدّ كنت تعرفها؟',
  ratings: { 1: 'مرة أخرى', 2: 'صعبة', 3: 'جيدة', 4: 'سهلة' },
  comesBack: 'تعود بعد',
  rated: (interval: string) => `تعود بعد ${interval}.`,
  saveFailed: 'لم يُحفظ تقييمك بعد',
  whyThisDate: 'لماذا هذا الموعد؟',
  keys: 'مفتاح المسافة يُظهر الإجابة، والأرقام من 1 إلى 4 تبيّن إلى أي حدّ كنت تعرفها.',
  endTitle: 'راجعت كل ما حان وقته',
  endMoreTitle: 'اكتملت الجلسة',
  endText: (count: number) =>
    n(count, {
      one: 'راجعت بطاقة واحدة.',
      two: 'راجعت بطاقتين.',
      few: 'راجعت # بطاقات.',
      many: 'راجعت # بطاقة.',
      other: 'راجعت # بطاقة.',
    }),
  endNone: 'تخطّيت كل البطاقات، وما زال وقتها قائمًا.',
  more: (count: number) =>
    n(count, {
      one: 'مراجعة بطاقة أخرى',
      two: 'مراجعة بطاقتين أخريين',
      few: 'مراجعة # بطاقات أخرى',
      many: 'مراجعة # بطاقة أخرى',
      other: 'مراجعة # بطاقة أخرى',
    }),
  tomorrow: 'غدًا',
  tomorrowLine: (count: number) => n(count, { few: 'بطاقات يحين وقتها', other: 'بطاقة يحين وقتها' }),
  known: 'المعروفة',
  reviewed: 'المراجَعة',
  toProgress: 'عرض المراجعات القادمة',
}
