import { isolate } from '../../shared/i18n/direction.ts'
import type { NotificationMessages } from './messages.en.ts'

export const notices: NotificationMessages = {
  title: 'المستجدات',
  lead: 'ما صُحّح في إجاباتك، وما آلت إليه بلاغاتك.',
  visitor: {
    title: 'سجّل الدخول لترى مستجداتك',
    text: 'تجد هنا الرد على ما تبلغ عنه في الأسئلة، والإجابات التي أُعيد تقييمها.',
  },
  new: 'جديد',
  empty: 'لا جديد بعد.',
  emptyText: 'تحت كل سؤال طريقة للإبلاغ عن خطأ فيه، وهنا تقرأ ما يؤول إليه بلاغك.',
  practise: 'تدرّب',
  erasedQuestion: 'سؤال لم يعد موجودًا',
  regrades: 'إجابات أُعيد تقييمها',
  regradesFailed: 'تعذّر تحميل الإجابات التي أُعيد تقييمها',
  showingRegrades: (from, to, of) => `الإجابات من ${from} إلى ${to} من أصل ${of}`,
  regradedOn: (when) => `أُعيد التقييم في ${isolate(when)}`,
  points: (_count, signed) => `النقاط: ${isolate(signed)}`,
  nowRight: (when) =>
    `كانت الإجابة المعتمدة لهذا السؤال خاطئة ثم صُحّحت. إجابتك في ${isolate(when)} تُحسب الآن صحيحة.`,
  nowWrong: (when) =>
    `كانت الإجابة المعتمدة لهذا السؤال خاطئة ثم صُحّحت. إجابتك في ${isolate(when)} تُحسب الآن خاطئة، وتبقى لك الشارات.`,
  reports: 'ما أبلغت عنه',
  reportsFailed: 'تعذّر تحميل بلاغاتك',
  showingReports: (from, to, of) => `البلاغات من ${from} إلى ${to} من أصل ${of}`,
  reportedOn: (when) => `أُبلغ عنه في ${isolate(when)}`,
  states: { open: 'ينتظر الرد', resolved: 'صُحّح', dismissed: 'تُرك كما هو' },
  yours: 'أنت',
  answer: 'الرد',
}
