import { isolate } from '../../shared/i18n/direction.ts'
import { pluralIn } from '../../shared/i18n/plural.ts'

const n = pluralIn('ar')

export const certificates = {
  title: 'شهادة',
  proves: 'تشهد هذه الوثيقة بإكمال',
  unnamed: 'متعلّمٍ لم يُذكر اسمه',
  completed: 'مسار التعلّم',
  issued: (day: string) => `صدرت في ${isolate(day)}`,
  evidence: (answers: number, days: number, seconds: string) =>
    `${n(answers, {
      zero: 'بلا إجابات',
      one: 'بناءً على إجابة واحدة',
      two: 'بناءً على إجابتين',
      few: 'بناءً على # إجابات',
      many: 'بناءً على # إجابة',
      other: 'بناءً على # إجابة',
    })}${n(days, {
      zero: '',
      one: ' وصلت في يوم واحد',
      two: ' وصلت في يومين مختلفين',
      few: ' وصلت في # أيام مختلفة',
      many: ' وصلت في # يومًا مختلفًا',
      other: ' وصلت في # يوم مختلف',
    })}. متوسّط زمن الإجابة (الوسيط): ${isolate(seconds)}\u00a0ث، كما قاسه متصفّح المتعلّم.`,
  noEvidence: 'تغيّرت أسئلة المسار منذ ذلك الحين، فلم يعد ممكنًا عدّ إجاباته.',
  unsupervised: 'أُجيب عنها عبر الإنترنت من دون إشراف.',
  code: 'الرمز',
  genuine: 'هذه الشهادة صحيحة وأصدرتها Rehearse.',
  verifyAt: 'للتحقّق منها',
  print: 'طباعة',
  loadFailed: 'تعذّر التحقّق من الشهادة',
  missingTitle: 'لم نجد الشهادة',
  missingText: 'لا شهادة بهذا الرمز. ربما كُتب خطأً، أو حُذف الحساب الذي صدرت له.',
  checkTitle: 'التحقّق من شهادة',
  checkLead: 'يقع الرمز أسفل كل شهادة.',
  checkCode: 'رمز الشهادة',
  check: 'التحقّق منها',
  codeError: 'يتكوّن الرمز من 26 حرفًا أو رقمًا.',
  nameTitle: 'الاسم على الشهادة',
  nameLead: 'يراه كل من لديه الرمز. وإن تركته فارغًا فلا يظهر اسم.',
  name: 'الاسم',
  save: 'حفظ الاسم',
  saving: 'جارٍ الحفظ...',
  saved: 'تم الحفظ',
  saveFailed: 'تعذّر حفظ الاسم',
}
