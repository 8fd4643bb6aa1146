import { isolate } from '../../shared/i18n/direction.ts'

export const notices = {
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
  showingRegrades: (from: string, to: string, of: string) => `الإجابات من ${from} إلى ${to} من أصل ${of}`,
  regradedOn: (when: string) => `أُعيد التقييم في ${isolate(when)}`,
  points: (_count: number, signed: string) => `النقاط: ${isolate(signed)}`,
  nowRight: (when: string) =>
    `صُحّحت الإجابة المعتمدة لهذا السؤال. إجابتك في ${isolate(when)} تُحسب الآن صحيحة.`,
  nowWrong: (when: string) =>
    `صُحّحت الإجابة المعتمدة لهذا السؤال. إجابتك في ${isolate(when)} تُحسب الآن خاطئة، وتبقى لك الشارات.`,
  reports: 'بلاغاتك',
  reportsFailed: 'تعذّر تحميل بلاغاتك',
  showingReports: (from: string, to: string, of: string) => `البلاغات من ${from} إلى ${to} من أصل ${of}`,
  reportedOn: (when: string) => `أُبلغ عنه في ${isolate(when)}`,
  states: { open: 'ينتظر الرد', resolved: 'عولج', dismissed: 'رُفض' },
  yours: 'أنت',
  answer: 'الرد',
}
