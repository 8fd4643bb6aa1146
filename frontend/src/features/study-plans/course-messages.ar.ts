import { STEP_SHARE_PASSED } from '@rehearse/contracts/constants'
import { isolate } from '../../shared/i18n/direction.ts'
import { pluralIn } from '../../shared/i18n/plural.ts'

const n = pluralIn('ar')

export const course = {
  back: 'مسارات التعلّم',
  loadFailed: 'تعذّر تحميل مسار التعلّم هذا',
  start: 'ابدأ',
  continue: 'تابع',
  stepsTitle: 'الخطوات',
  step: (number: string) => `الخطوة ${number}`,
  stepOf: (number: string, of: string) => `الخطوة ${number} من ${of}`,
  progress: (percent: string, done: string, of: string) => `${percent} · اكتملت ${done} من ${of} خطوات`,
  questions: (answered: string, count: string) => `أجبت عن ${answered} من ${count} من الأسئلة`,
  correct: (correct: string, count: string) => `${correct} من ${count} صحيحة`,
  minutes: (count: number) =>
    n(count, {
      one: 'دقيقة واحدة',
      two: 'دقيقتان',
      few: '# دقائق',
      many: '# دقيقة',
      other: '# دقيقة',
    }),
  readLesson: 'اقرأ الدرس',
  read: 'قرأتَ هذا الدرس.',
  markRead: 'تحديد كمقروء',
  readFailed: 'تعذّر تحديد الدرس كمقروء',
  states: { unseen: 'لم يُجب عنه', missed: 'أخطأت فيه', correct: 'أجبت عنه صحيحًا' },
  completed: 'مكتملة',
  current: 'التالية',
  noSteps: 'لا خطوات في هذا المسار بعد',
  noStepsText: 'تدرّب على أسئلته في هذه الأثناء.',
  practicePath: 'تدرّب',
  rule: `تكتمل الخطوة حين تجيب عن كل أسئلتها، و${STEP_SHARE_PASSED}% منها على الأقل إجابة صحيحة.`,
  stepRule: (needed: string, count: string) =>
    `تكتمل هذه الخطوة عندما تجيب عن كل أسئلتها، ${needed} من ${count} على الأقل إجابة صحيحة.`,
  certificate: 'عرض شهادتك',
  finished: 'لقد أكملت هذا المسار.',
  lessonTitle: 'الدرس',
  practiceTitle: 'الأسئلة',
  challengesTitle: 'التحديات',
  challenges: (count: number) => (count === 1 ? 'التحدي' : 'التحديات'),
  challengeDone: 'اجتزته',
  practice: (count: number) =>
    n(count, {
      one: 'أجب عن سؤال واحد',
      two: 'أجب عن سؤالين',
      few: 'أجب عن # أسئلة',
      many: 'أجب عن # سؤالًا',
      other: 'أجب عن # سؤال',
    }),
  practiceMissed: (count: number) =>
    n(count, {
      one: 'أعد الإجابة عن السؤال الذي أخطأت فيه',
      two: 'أعد الإجابة عن السؤالين اللذين أخطأت فيهما',
      few: 'أعد الإجابة عن # أسئلة أخطأت فيها',
      many: 'أعد الإجابة عن # سؤالًا أخطأت فيه',
      other: 'أعد الإجابة عن # سؤال أخطأت فيه',
    }),
  repeatPractice: 'تدرّب مرة أخرى',
  complete: 'أكمل هذه الخطوة',
  completeFailed: 'تعذّر إكمال الخطوة',
  next: (title: string) => `التالية: ${isolate(title)}`,
  toPath: 'العودة إلى المسار',
  missingStep: 'هذه الخطوة لم تعد موجودة',
  visitor: 'سجّل الدخول لتحفظ تقدّمك وتنال الشهادة.',
}
