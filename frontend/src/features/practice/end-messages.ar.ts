import { isolate } from '../../shared/i18n/direction.ts'
import { pluralIn } from '../../shared/i18n/plural.ts'

const n = pluralIn('ar')

export const end = {
  title: (correct: string, answered: string) => `انتهت الجلسة: ${correct} من ${answered} صحيحة`,
  overruled: 'صُحّحت إجابة هذا السؤال، وهكذا تُحسب إجابتك.',
  answeredElsewhere: 'أجبت عن هذا السؤال على جهاز آخر من قبل، وتلك الإجابة هي التي تُحسب.',
  titleNone: 'انتهت الجلسة',
  none: 'تخطّيت الأسئلة كلها، وستعود إليك.',
  strip: 'أسئلة هذه الجلسة',
  correct: 'الصحيح',
  points: 'النقاط',
  time: 'الوقت',
  perfect: 'جلسة كاملة: كل الإجابات صحيحة.',
  missedTitle: 'ما أخطأت فيه',
  yourAnswer: 'إجابتك',
  correctAnswer: 'الإجابة الصحيحة',
  noAnswer: 'لم تختر أي خيار',
  selfMissed: 'قيّمتها «ليس بعد»',
  corrected: 'صحيحة عند الإعادة',
  retry: (count: number) =>
    n(count, {
      one: 'أعد هذا السؤال',
      two: 'أعد هذين السؤالين',
      few: 'أعد هذه الأسئلة (#)',
      many: 'أعد هذه الأسئلة (#)',
      other: 'أعد هذه الأسئلة (#)',
    }),
  notScored: 'الإعادة تدريب لا تغيّر نتيجتك.',
  flashcards: (count: number) =>
    n(count, {
      one: 'راجع هذا السؤال بطاقةً تعليمية',
      two: 'راجع هذين السؤالين بطاقتين تعليميتين',
      few: 'راجع هذه الأسئلة (#) بطاقاتٍ تعليمية',
      many: 'راجع هذه الأسئلة (#) بطاقاتٍ تعليمية',
      other: 'راجع هذه الأسئلة (#) بطاقاتٍ تعليمية',
    }),
  more: 'تدرّب على أسئلة أخرى',
  stepCompleted: (title: string) => `اكتملت الخطوة: ${isolate(title)}`,
  nextStep: (title: string) => `التالية: ${isolate(title)}`,
  certificate: 'عرض شهادتك',
  stepLeft: (correct: string, count: string, needed: string) =>
    `${correct} من ${count} إجابات صحيحة. تكتمل هذه الخطوة عند ${needed} من ${count}.`,
  stepLater: (count: number) =>
    n(count, {
      zero: '',
      one: 'رأيتَ للتوّ حلّ سؤال واحد: يُحتسب بإجابة لاحقة.',
      two: 'رأيتَ للتوّ حلّ سؤالين: يُحتسبان بإجابة لاحقة.',
      few: 'رأيتَ للتوّ حلول # أسئلة: تُحتسب بإجابة لاحقة.',
      many: 'رأيتَ للتوّ حلول # سؤالًا: تُحتسب بإجابة لاحقة.',
      other: 'رأيتَ للتوّ حلول # سؤال: تُحتسب بإجابة لاحقة.',
    }),
  stepCard: (interval: string) => `يعود أولها بطاقةً تعليمية: ${interval}.`,
  stepAgain: 'الإجابة مرة أخرى في جلسة جديدة',
  toStep: 'العودة إلى الخطوة',
  toInterview: 'العودة إلى خطة مقابلتك',
  free: 'تدرّب على أسئلة أخرى',
  progress: 'عرض التقدّم',
  movedTitle: 'جديد هذه الجلسة',
  badge: (name: string) => `شارة جديدة: ${isolate(name)}`,
  level: (level: string) => `بلغت المستوى ${level}`,
  streak: (days: number) =>
    n(days, {
      one: 'الأيام المتتالية: يوم واحد',
      two: 'الأيام المتتالية: يومان',
      few: 'الأيام المتتالية: # أيام',
      many: 'الأيام المتتالية: # يومًا',
      other: 'الأيام المتتالية: # يوم',
    }),
  visitor: 'تبقى إجاباتك على هذا الجهاز 7 أيام. أنشئ حسابًا لتحتفظ بها، مع النقاط والأيام المتتالية.',
  visitorAction: 'إنشاء حساب',
}
