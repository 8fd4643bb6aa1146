import { isolate } from '../../shared/i18n/direction.ts'
import { pluralIn } from '../../shared/i18n/plural.ts'

const n = pluralIn('ar')

export const waitingAnswers = {
  title: 'إجابات تنتظر المزامنة',
  lead: 'الإجابات التي تعطيها بلا اتصال تُحفظ على هذا الجهاز وتُزامَن بالترتيب، وتختفي من هذه القائمة حين تصل إلى الخادم.',
  visitor: {
    title: 'سجّل الدخول لترى إجاباتك',
    text: 'ما ينتظر على هذا الجهاز محفوظ لصاحب الإجابات.',
  },
  waiting: 'تنتظر المزامنة',
  waitingCount: (count: number) =>
    n(count, {
      one: 'إجابة واحدة',
      two: 'إجابتان',
      few: '# إجابات',
      many: '# إجابة',
      other: '# إجابة',
    }),
  since: (moment: string) => `حُفظت في ${isolate(moment)}`,
  sendAll: 'مزامنتها كلها الآن',
  sending: 'جارٍ المزامنة...',
  stillAway: 'تعذّر الوصول إلى الخادم. سنعيد المحاولة تلقائيًا.',
  refused: 'مرفوضة',
  refusedText: 'لم يقبلها الخادم، ولا يُحسب لها شيء.',
  given: (moment: string) => `أُعطيت في ${isolate(moment)}`,
  reason: (reason: string) => `السبب: ${isolate(reason)}`,
  again: 'إعادة المحاولة',
  discard: 'تجاهُلها',
  discardTitle: 'هل تريد تجاهُل هذه الإجابة؟',
  discardText: 'هذه الإجابة على هذا الجهاز وحده. إن تجاهلتها فلن تُحسب أبدًا.',
  keep: 'الاحتفاظ بها',
  unknown: 'سؤال',
  emptyTitle: 'لا إجابات تنتظر المزامنة',
  emptyText: 'تمت مزامنة كل الإجابات من هذا الجهاز.',
  practice: 'تدرّب',
  unreadable: 'لا يحفظ هذا المتصفّح شيئًا، كما في بعض النوافذ الخاصة. تُرسل الإجابات فورًا أو لا تُرسل أبدًا.',
}
