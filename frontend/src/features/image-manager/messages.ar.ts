import { pluralIn } from '../../shared/i18n/plural.ts'

const n = pluralIn('ar')

export const images = {
  title: 'الصور',
  lead: 'صور الأسئلة والدروس.',
  search: 'ابحث بالوصف أو باسم الملف',
  upload: 'رفع صورة',
  loadFailed: 'تعذّر تحميل الصور',
  empty: 'لا توجد صور بعد',
  emptyText: 'ارفع صورة هنا. وفي محرّر السؤال يمكنك أيضًا لصق صورة أو إفلاتها.',
  nothingFound: 'لا توجد صورة تطابق هذا البحث',
  showing: (from: string, to: string, of: string) => `عرض ${from} إلى ${to} من ${of} صورة`,
  facts: (width: string, height: string, kilobytes: string) => `${width} × ${height}، ${kilobytes} كيلوبايت`,
  uploaded: (when: string) => `رُفعت ${when}`,
  alt: 'النص البديل',
  altHint: 'تبدأ الاستخدامات الجديدة للصورة بهذا النص، وتحتفظ الحالية بنصوصها.',
  save: 'حفظ',
  saved: 'حُفظ النص البديل',
  saving: 'جارٍ الحفظ...',
  saveFailed: 'تعذّر حفظ النص',
  copy: 'نسخ Markdown',
  copied: 'نُسخ Markdown',
  copyFailed: 'لم يسمح المتصفح بالنسخ',
  unused: 'غير مستخدمة',
  usesUnknown: 'مواضع استخدامها غير متاحة الآن. أعد تحميل الصفحة للمحاولة مجددًا.',
  usedIn: (count: number) =>
    n(count, {
      one: 'مستخدمة في موضع واحد',
      two: 'مستخدمة في موضعين',
      few: 'مستخدمة في # مواضع',
      many: 'مستخدمة في # موضعًا',
      other: 'مستخدمة في # موضع',
    }),
  more: (count: number) => n(count, { other: 'و# أخرى' }),
  kinds: {
    question: 'سؤال',
    translation: 'ترجمة',
    'learning-path': 'مسار تعلّم',
    other: 'المكتبة',
  },
  delete: (name: string) => `حذف ${name}`,
  deleteTitle: 'حذف الصورة',
  deleteText: (name: string) => `هل تريد حذف "${name}"؟ يمكن استعادتها من سلة المحذوفات خلال 30 يومًا.`,
  deleted: 'حُذفت الصورة',
  deleteFailed: 'تعذّر حذف الصورة',
  inUse: 'الصورة مستخدمة. أزلها أولًا من هذه المواضع.',
}
