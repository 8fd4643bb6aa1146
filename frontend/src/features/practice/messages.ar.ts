import { isolate } from '../../shared/i18n/direction.ts'
import { pluralIn } from '../../shared/i18n/plural.ts'
import type { BookmarkMessages, PracticeMessages } from './messages.en.ts'

const n = pluralIn('ar')
const questions = (count: number) =>
  n(count, {
    zero: 'لا أسئلة',
    one: 'سؤال واحد',
    two: 'سؤالان',
    few: '# أسئلة',
    many: '# سؤالًا',
    other: '# سؤال',
  })

export const practice: PracticeMessages = {
  bookmark: 'إشارة مرجعية',
  bookmarked: 'في إشاراتك المرجعية',
  note: 'ملاحظة',
  noteLabel: 'ملاحظتك',
  noteHint: 'لا يقرؤها أحد سواك. وإن أفرغتها حُذفت.',
  noteSave: 'حفظ الملاحظة',
  noteSaved: 'حُفظت.',
  report: 'إبلاغ',
  reportReason: 'ما الخطأ؟',
  reportReasons: {
    'wrong-answer': 'الإجابة خاطئة',
    unclear: 'غير واضح',
    typo: 'خطأ كتابي',
    outdated: 'قديم',
    duplicate: 'مكرّر',
    other: 'شيء آخر',
  },
  reportText: 'التفاصيل',
  reportMissing: 'صِف الخطأ في كلمات قليلة.',
  reportSend: 'إرسال البلاغ',
  reported: 'شكرًا لك. سننظر فيه.',
  reportedWhere: 'عرض بلاغاتك',

  hubTitle: 'التدريب',
  hubLead: 'اختر طريقة التدرّب. كل إجابة تُحسب بالقدر نفسه.',
  freeTitle: 'تدريب حر',
  freeText: 'أي أسئلة في أي مجال. ترى فورًا لماذا تصح الإجابة.',
  freeAction: 'ابدأ التدريب',
  guidedTitle: 'خطة موجّهة',
  guidedText: 'هدف لكل يوم، من يوم واحد إلى أسبوع.',
  guidedAction: 'اختر خطة',
  guidedDay: (name, day, days) => `${isolate(name)}: اليوم ${day} من ${days}`,
  guidedLeft: (left) => (left === 0 ? 'أُنجز هدف اليوم.' : `بقي اليوم: ${questions(left)}.`),
  guidedContinue: (day) => `تابع اليوم ${day}`,
  reviewTitle: 'مراجعة الأخطاء',
  reviewText: 'الأسئلة التي كانت إجابتك الأخيرة عنها خاطئة، مرة أخرى.',
  reviewCount: (count) =>
    n(count, {
      zero: 'لا أسئلة كانت إجابتك الأخيرة عنها خاطئة.',
      one: 'سؤال واحد كانت إجابتك الأخيرة عنه خاطئة، مرة أخرى.',
      two: 'سؤالان كانت إجابتك الأخيرة عن كل منهما خاطئة، مرة أخرى.',
      few: '# أسئلة كانت إجابتك الأخيرة عنها خاطئة، مرة أخرى.',
      many: '# سؤالًا كانت إجابتك الأخيرة عنها خاطئة، مرة أخرى.',
      other: '# سؤال كانت إجابتك الأخيرة عنها خاطئة، مرة أخرى.',
    }),
  reviewAction: 'مراجعة أخطائي',
  bookmarksTitle: 'أسئلة عليها إشارة مرجعية',
  bookmarksText: 'الأسئلة التي وضعت عليها إشارة لتعود إليها.',
  bookmarksCount: (count) => `لتعود إليها: ${questions(count)}.`,
  bookmarksAction: 'تدرّب على إشاراتي',
  oneTitle: 'سؤال واحد',
  mockTitle: 'اختبار تجريبي محدّد الوقت',
  mockText: (count) => `${questions(count)} في وقت محدّد. ترى النتائج في النهاية.`,
  mockAction: 'الانتقال إلى الاختبار',
  signInFirst: 'سجّل الدخول للبدء',

  cardsTitle: 'البطاقات التعليمية',
  cardsText: 'تعود الأسئلة التي أجبت عنها قبيل أن تنساها.',
  cardsCount: (count) =>
    n(count, {
      one: 'حان وقت بطاقة واحدة.',
      two: 'حان وقت بطاقتين.',
      few: 'حان وقت # بطاقات.',
      many: 'حان وقت # بطاقة.',
      other: 'حان وقت # بطاقة.',
    }),
  cardsAction: 'راجع البطاقات',
  kindsTitle: 'بحسب الموضوع',
  kinds: {
    javascript: 'JavaScript',
    react: 'React',
    'user-interface': 'واجهة المستخدم',
    'system-design': 'تصميم الأنظمة',
    behavioral: 'الأسئلة السلوكية',
    'company-specific': 'بحسب الشركة',
  },

  nothing: {
    review: {
      title: 'لا أخطاء للمراجعة',
      text: 'كانت إجابتك الأخيرة عن كل سؤال صحيحة، أو لا إجابات لك بعد.',
    },
    guided: {
      title: 'لا شيء للتدرّب عليه في هذه الخطة',
      text: 'ربما أُعيد ضبطها، أو لم يعد أي من أسئلتها موجودًا.',
    },
    bookmarks: {
      title: 'لا إشارات مرجعية للتدرّب',
      text: 'تحت كل سؤال زر لوضع إشارة مرجعية عليه، وهنا تجده مرة أخرى.',
    },
    one: { title: 'لم نجد السؤال', text: 'ربما أُزيل.' },
  },
  toPlans: 'اختر خطة',
  toFree: 'تدرّب بحرية',
  needsLearnerTitle: 'سجّل الدخول للمتابعة',
  needsLearnerText: 'تُحفظ الخطط والأخطاء والإشارات مع حسابك. أما التدريب الحر فلا يحتاج إلى حساب.',

  mockIntro: (count, time) =>
    `عدد الأسئلة ${count}، والوقت كله ${time}. يبدأ احتساب الوقت حين تبدأ، ولا يمكن إيقافه.`,
  mockRules: 'ترى النتائج في النهاية. والأسئلة التي تتخطّاها تُعدّ بلا إجابة.',
  mockStart: 'ابدأ الاختبار',
  mockLeft: 'الوقت المتبقي',
  mockNext: 'التالي',
  mockFinish: 'إنهاء الاختبار',
  mockTimeUp: 'انتهى الوقت.',
  mockGrading: 'جارٍ التقييم...',
  mockScore: 'النتيجة',
  mockScoreLine: (points, of) => `النقاط: ${points} من ${of}`,
  mockResultTitle: 'اكتمل الاختبار',
  mockReview: 'كل الأسئلة',
  mockRight: 'صحيحة',
  mockWrong: 'خاطئة',
  mockOpen: 'بلا إجابة',
  mockUngraded: 'لم تُقيَّم بعد',
}

export const bookmarks: BookmarkMessages = {
  title: 'الإشارات والملاحظات',
  lead: 'الأسئلة التي وضعت عليها إشارة لتعود إليها، وما كتبته عنها.',
  visitor: {
    title: 'سجّل الدخول لترى إشاراتك المرجعية',
    text: 'تحت كل سؤال يمكنك وضع إشارة مرجعية عليه وكتابة ملاحظة، وهنا تجدهما مرة أخرى.',
  },
  practise: 'تدرّب على إشاراتي',
  empty: 'لا إشارات ولا ملاحظات بعد',
  emptyText: 'تحت كل سؤال يمكنك وضع إشارة مرجعية عليه وكتابة ملاحظة، وهنا تجدهما مرة أخرى.',
  emptyAction: 'أجب عن أسئلة',
  bookmarks: 'الإشارات المرجعية',
  bookmarksFailed: 'تعذّر تحميل إشاراتك المرجعية',
  showingBookmarks: (from, to, of) => `الإشارات من ${from} إلى ${to} من أصل ${of}`,
  bookmark: 'إشارة مرجعية',
  bookmarked: 'في إشاراتك المرجعية',
  notes: 'الملاحظات',
  notesFailed: 'تعذّر تحميل ملاحظاتك',
  showingNotes: (from, to, of) => `الملاحظات من ${from} إلى ${to} من أصل ${of}`,
  writtenOn: (when) => `كُتبت في ${isolate(when)}`,
}
