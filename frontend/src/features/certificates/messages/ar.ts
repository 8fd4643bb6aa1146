import { isolate } from '../../../shared/i18n/isolate.ts'
import type { CertificateMessages } from './en.ts'

export const certificates: CertificateMessages = {
  title: 'شهادة',
  proves: 'تشهد هذه الوثيقة أن',
  unnamed: 'متعلّمًا لم يُذكر اسمه',
  completed: 'أكمل مسار التعلّم',
  issued: (day) => `صدرت في ${isolate(day)}`,
  code: 'الرمز',
  genuine: 'هذه الشهادة صحيحة: أصدرتها Rehearse وهي سارية اليوم.',
  verifyAt: 'يُتحقَّق منها على',
  print: 'اطبعها',
  loadFailed: 'تعذّر التحقّق من الشهادة',
  missingTitle: 'لا توجد شهادة كهذه',
  missingText: 'لا شهادة بهذا الرمز. ربما كُتب خطأً، أو مُحي الحساب الذي كانت له.',
  checkTitle: 'تحقّق من شهادة',
  checkLead: 'يقع الرمز أسفل كل شهادة.',
  checkCode: 'رمز الشهادة',
  check: 'تحقّق منها',
  codeFault: 'يتكوّن الرمز من 26 حرفًا ورقمًا.',
  nameTitle: 'الاسم عليها',
  nameLead: 'يراه كل من لديه الرمز. اتركه فارغًا فلا يظهر اسم.',
  name: 'الاسم',
  save: 'ضعه على الشهادة',
  saving: 'جارٍ الحفظ...',
  saved: 'تم الحفظ',
  saveFailed: 'تعذّر حفظ الاسم',
}
