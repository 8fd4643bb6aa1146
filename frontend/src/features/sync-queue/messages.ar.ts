import { isolate } from '../../shared/i18n/direction.ts'
import { pluralIn } from '../../shared/i18n/plural.ts'
import type { SyncQueueMessages } from './messages.en.ts'

const n = pluralIn('ar')

export const waitingAnswers: SyncQueueMessages = {
  title: 'إجابات على هذا الجهاز',
  lead: 'الإجابات التي تعطيها بلا شبكة تُحفظ هنا وتُرسل بالترتيب، كل إجابة مرة واحدة، وتُزال حين تصل إلى الخادم.',
  visitor: {
    title: 'سجّل الدخول لترى إجاباتك',
    text: 'ما ينتظر على هذا الجهاز محفوظ لصاحب الإجابات.',
  },
  waiting: 'تنتظر الإرسال',
  waitingCount: (count) =>
    n(count, {
      one: 'إجابة واحدة',
      two: 'إجابتان',
      few: '# إجابات',
      many: '# إجابة',
      other: '# إجابة',
    }),
  since: (moment) => `تنتظر منذ ${isolate(moment)}`,
  sendAll: 'إرسالها كلها الآن',
  sending: 'جارٍ الإرسال...',
  stillAway: 'تعذّر الوصول إلى الخادم. تبقى في الانتظار، وتُعاد المحاولة تلقائيًا.',
  refused: 'مرفوضة',
  refusedText: 'لم يقبلها الخادم، ولا يُحسب لها شيء.',
  given: (moment) => `أُعطيت في ${isolate(moment)}`,
  reason: (reason) => `السبب: ${isolate(reason)}`,
  again: 'إعادة المحاولة',
  discard: 'تجاهُلها',
  discardTitle: 'هل تريد تجاهُل هذه الإجابة؟',
  discardText: 'هذه الإجابة على هذا الجهاز وحده. إن تجاهلتها فلن تُحسب أبدًا.',
  keep: 'الاحتفاظ بها',
  unknown: 'سؤال',
  emptyTitle: 'لا شيء ينتظر هنا',
  emptyText: 'حُسبت كل إجابة أُعطيت على هذا الجهاز.',
  practise: 'تدرّب',
  unreadable: 'لا يحفظ هذا المتصفّح شيئًا، كما في بعض النوافذ الخاصة. تُرسل الإجابات فورًا أو لا تُرسل أبدًا.',
}
