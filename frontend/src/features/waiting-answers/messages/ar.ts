import { isolate } from '../../../shared/i18n/isolate.ts'
import { pluralIn } from '../../../shared/i18n/plural.ts'
import type { WaitingAnswersMessages } from './en.ts'

const n = pluralIn('ar')

export const waitingAnswers: WaitingAnswersMessages = {
  title: 'إجابات على هذا الجهاز',
  lead: 'ما تجيبه بلا شبكة يُحفظ هنا ويُرسل بالترتيب، كل إجابة مرة واحدة. ويغادر حين يصل إلى الخادم.',
  visitor: {
    title: 'سجّل الدخول لترى إجاباتك',
    text: 'ما ينتظر على هذا الجهاز محفوظ لمن أجاب.',
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
  sendAll: 'أرسلها كلها الآن',
  sending: 'جارٍ الإرسال...',
  stillAway: 'تعذّر الوصول إلى الخادم. تبقى في الانتظار، وتُعاد المحاولة تلقائيًا.',
  refused: 'مرفوضة',
  refusedText: 'لم يقبلها الخادم، ولا يُحسب لها شيء.',
  given: (moment) => `أُجيب عنها ${isolate(moment)}`,
  reason: (reason) => `السبب: ${isolate(reason)}`,
  again: 'حاول مرة أخرى',
  discard: 'تخلَّ عنها',
  discardTitle: 'أتتخلّى عن هذه الإجابة؟',
  discardText: 'هي على هذا الجهاز وحده. إن تخلّيت عنها فلن تُحسب أبدًا.',
  keep: 'أبقِها',
  unknown: 'سؤال',
  emptyTitle: 'لا شيء ينتظر هنا',
  emptyText: 'كل إجابة أُعطيت على هذا الجهاز محسوبة.',
  practise: 'تدرّب',
  unreadable: 'لا يحفظ هذا المتصفح شيئًا، كما في بعض النوافذ الخاصة. تُرسل الإجابات فورًا أو لا تُرسل.',
}
