import { isolate } from '../../shared/i18n/direction.ts'
import type { NotificationMessages } from './messages.en.ts'

export const notices: NotificationMessages = {
  title: 'المستجدات',
  lead: 'الإجابات التي أُعيد تقييمها، والردود على بلاغاتك.',
  visitor: {
    title: 'سجّل الدخول لترى مستجداتك',
    text: 'تجد هنا الرد على ما تبلغ عنه في الأسئلة، والإجابات التي أُعيد تقييمها.',
  },
  new: 'جديد',
  empty: 'لا جديد بعد.',
  emptyText: 'للإبلاغ عن خطأ في سؤال، اختر «إبلاغ» تحته. ويظهر الرد هنا.',
  practice: 'تدرّب',
  erasedQuestion: 'سؤال محذوف',
  regrades: 'إجابات أُعيد تقييمها',
  regradesFailed: 'تعذّر تحميل الإجابات التي أُعيد تقييمها',
  showingRegrades: (from, to, of) => `الإجابات من ${from} إلى ${to} من أصل ${of}`,
  regradedOn: (when) => `أُعيد التقييم في ${isolate(when)}`,
  points: (_count, signed) => `النقاط: ${isolate(signed)}`,
  nowRight: (when) => `صُحّحت الإجابة المعتمدة لهذا السؤال. إجابتك في ${isolate(when)} تُحسب الآن صحيحة.`,
  nowWrong: (when) =>
    `صُحّحت الإجابة المعتمدة لهذا السؤال. إجابتك في ${isolate(when)} تُحسب الآن خاطئة، وتبقى لك الشارات.`,
  reports: 'بلاغاتك',
  reportsFailed: 'تعذّر تحميل بلاغاتك',
  showingReports: (from, to, of) => `البلاغات من ${from} إلى ${to} من أصل ${of}`,
  reportedOn: (when) => `أُبلغ عنه في ${isolate(when)}`,
  states: { open: 'ينتظر الرد', resolved: 'عولج', dismissed: 'رُفض' },
  yours: 'أنت',
  answer: 'الرد',
}
