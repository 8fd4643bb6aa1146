import { isolate } from '../../shared/i18n/direction.ts'

export const typed = {
  match: 'اختر لكل عنصر ما يطابقه.',
  choose: 'اختر...',
  yourAnswer: 'إجابتك',
  yourAnswerIn: (unit: string) => `إجابتك (${isolate(unit)})`,
  numberHint: 'عدد، مثل 12 أو 0.5.',
  numberError: 'اكتب عددًا من دون فواصل الآلاف، مثل 1200 أو 0.5.',
  correctAnswer: 'الإجابة الصحيحة',
  alsoAccepted: 'يُقبل أيضًا',
  right: 'صحيح',
  wrong: 'خطأ',
  noAnswer: 'بلا إجابة',
}
