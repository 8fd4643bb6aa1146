import { isolate } from '../../shared/i18n/direction.ts'
import type { CertificateMessages } from './messages.en.ts'

export const certificates: CertificateMessages = {
  title: 'شهادة',
  proves: 'تشهد هذه الوثيقة بإكمال',
  unnamed: 'متعلّمٍ لم يُذكر اسمه',
  completed: 'مسار التعلّم',
  issued: (day) => `صدرت في ${isolate(day)}`,
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
