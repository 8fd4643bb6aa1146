import { isolate } from '../../../shared/i18n/isolate.ts'
import { pluralIn } from '../../../shared/i18n/plural.ts'
import type { PlatformMessages } from './en.ts'

const n = pluralIn('ar')

export const platform: PlatformMessages = {
  title: 'الإعدادات',
  lead: 'حال كل خدمة، وما هي مضبوطة به. يُغيَّر ذلك من البيئة التي تعمل فيها.',
  loadFailed: 'تعذّر تحميل حال المنصة',

  health: 'الخدمات',
  measured: (when) => `قيس ${isolate(when)}`,
  allUp: 'كل الخدمات تعمل.',
  someDown: (count) =>
    n(count, {
      one: 'خدمة واحدة متوقفة.',
      two: 'خدمتان متوقفتان.',
      few: '# خدمات متوقفة.',
      many: '# خدمة متوقفة.',
      other: '# خدمة متوقفة.',
    }),
  up: 'تعمل',
  down: 'متوقفة',
  services: {
    gateway: 'البوابة',
    identity: 'الهوية',
    questions: 'الأسئلة',
    progress: 'التقدّم',
    media: 'الوسائط',
  },
  thisProcess: 'العملية التي تجيبك',
  process: (address) => `العملية ${isolate(address)}`,
  stands: 'تقوم على',
  uptime: 'تعمل منذ',
  requests: 'الطلبات',
  perSecond: (rate) => `${rate} في الثانية`,
  failures: 'الإخفاقات',
  failuresLine: (percent) => `${percent} من الكل`,
  meanTime: 'متوسط الجواب',
  memory: 'الذاكرة',
  megabytes: (amount) => `${amount} م.ب`,
  cpu: 'المعالج',
  lag: 'التأخر',
  milliseconds: (amount) => `${amount} م.ث`,
  noFigures: 'لا تعطي أرقامًا الآن.',

  flags: 'ما هو مشغَّل',
  flagsLead: 'أجزاء تكون موجودة حين تُضبط.',
  on: 'مشغَّل',
  off: 'مطفأ',
  flag: {
    google: 'الدخول عبر Google',
    github: 'الدخول عبر Github',
    mail: 'البريد عبر SMTP',
    push: 'تذكيرات بالإشعارات',
    issues: 'قضايا المستودع بين المصادر',
    runner: 'مشغّل التحديات البرمجية',
    tls: 'TLS عند البوابة',
    http2: 'HTTP/2',
    traces: 'تتبّع الطلبات',
    limits: 'حدود على الطلبات',
  },

  configured: 'الضبط',
  configuredLead: 'لا يُقال عن الأسرار إلا أنها مضبوطة؛ قيمها لا تغادر الخدمة أبدًا.',
  setting: 'الإعداد',
  value: 'القيمة',
  isSet: 'مضبوط، لا يُعرض',
  isNotSet: 'غير مضبوط',
  shownOf: (service) => `ضبط ${service}`,
}
