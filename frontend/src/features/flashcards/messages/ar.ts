import { pluralIn } from '../../../shared/i18n/plural.ts'
import type { FlashcardMessages } from './en.ts'

const n = pluralIn('ar')

const everyQuestion = 'كل سؤال تجيب عنه يصير بطاقة، وتعود إليك قبيل أن تنساها.'

export const flashcards: FlashcardMessages = {
  title: 'البطاقات',
  visitor: { title: 'سجّل الدخول لتراجع بطاقاتك', text: everyQuestion },
  loadFailed: 'تعذّر تحميل البطاقات',
  emptyTitle: 'لا بطاقة حان وقتها',
  emptyText: (days) =>
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
  position: (at, of) => `${at} / ${of}`,
  positionLabel: (at, of) => `البطاقة ${at} من ${of}`,
  show: 'أظهر الإجابة',
  answer: 'الإجابة',
  rightOptions: 'الصحيح',
  why: 'السبب',
  cardFailed: 'تعذّر تحميل هذه البطاقة',
  skip: 'اتركها لوقت لاحق',
  ask: 'كم كنت تعرفها؟',
  ratings: { 1: 'مرة أخرى', 2: 'صعبة', 3: 'جيدة', 4: 'سهلة' },
  comesBack: 'تعود بعد',
  rated: (interval) => `تعود بعد ${interval}.`,
  saveFailed: 'لم يُحفظ تقييمك بعد',
  keys: 'مفتاح المسافة يُظهر الإجابة، والأرقام من 1 إلى 4 تقول كم كنت تعرفها.',
  endTitle: 'كان هذا كل ما حان وقته',
  endMoreTitle: 'انتهت هذه الجولة',
  endText: (count) =>
    n(count, {
      one: 'راجعت بطاقة واحدة.',
      two: 'راجعت بطاقتين.',
      few: 'راجعت # بطاقات.',
      many: 'راجعت # بطاقة.',
      other: 'راجعت # بطاقة.',
    }),
  endNone: 'تركتها كلها لوقت لاحق. ستجدها هنا.',
  more: (count) =>
    n(count, {
      one: 'بطاقة أخرى',
      two: 'بطاقتان أخريان',
      few: '# بطاقات أخرى',
      many: '# بطاقة أخرى',
      other: '# بطاقة أخرى',
    }),
  tomorrow: 'غدًا',
  tomorrowLine: (count) => n(count, { two: 'بطاقتان', few: 'بطاقات', other: 'بطاقة' }),
  known: 'المعروفة',
  reviewed: 'المراجَعة',
  toProgress: 'شاهد ما سيأتي',
}
