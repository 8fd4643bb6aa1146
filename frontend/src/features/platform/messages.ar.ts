import { isolate } from '../../shared/i18n/direction.ts'
import { pluralIn } from '../../shared/i18n/plural.ts'

const n = pluralIn('ar')

export const platform = {
  title: 'الإعدادات',
  lead: 'حالة كل خدمة وإعداداتها. تُضبط الإعدادات بمتغيرات البيئة.',
  loadFailed: 'تعذّر تحميل حال المنصة',

  health: 'الخدمات',
  measured: (when: string) => `وقت القياس: ${isolate(when)}`,
  allUp: 'كل الخدمات تعمل.',
  someDown: (count: number) =>
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
  process: (address: string) => `العملية ${isolate(address)}`,
  stands: 'تعتمد على',
  uptime: 'مدة التشغيل',
  requests: 'الطلبات',
  perSecond: (rate: string) => `${rate} في الثانية`,
  failures: 'الإخفاقات',
  failuresLine: (percent: string) => `${percent} من كل الطلبات`,
  meanTime: 'متوسط زمن الاستجابة',
  memory: 'الذاكرة',
  megabytes: (amount: string) => `${amount} ميغابايت`,
  cpu: 'المعالج',
  lag: 'التأخر',
  milliseconds: (amount: string) => `${amount} ملي ثانية`,
  noMetrics: 'لا أرقام منها الآن.',

  flags: 'ما هو مشغَّل',
  flagsLead: 'أجزاء تعمل متى ضُبطت.',
  on: 'مشغَّل',
  off: 'مطفأ',
  flag: {
    google: 'تسجيل الدخول باستخدام Google',
    github: 'تسجيل الدخول باستخدام GitHub',
    mail: 'البريد عبر SMTP',
    push: 'تذكيرات بالإشعارات',
    issues: 'مسائل المستودع (issues) بين الموارد',
    interviewer: 'نموذج لغوي في المقابلات التجريبية',
    runner: 'مشغّل تحديات البرمجة',
    tls: 'TLS عند البوابة',
    http2: 'HTTP/2',
    traces: 'تتبّع الطلبات',
    limits: 'حدود الطلبات',
  },

  configured: 'الضبط',
  configuredLead: 'لا يُذكر من الأسرار إلا أنها مضبوطة، أما قيمها فلا تغادر الخدمة أبدًا.',
  setting: 'الإعداد',
  value: 'القيمة',
  isSet: 'مضبوط ولا يُعرض',
  isNotSet: 'غير مضبوط',
  shownOf: (service: string) => `ضبط ${service}`,
}
