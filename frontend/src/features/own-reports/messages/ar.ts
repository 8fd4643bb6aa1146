import { isolate } from '../../../shared/i18n/isolate.ts'
import type { OwnReportMessages } from './en.ts'

export const ownReports: OwnReportMessages = {
  title: 'ما أبلغت عنه',
  lead: 'أسئلة وجدت فيها خطأ، وما آل إليه الأمر.',
  visitor: {
    title: 'سجّل الدخول لترى بلاغاتك',
    text: 'يُجاب هنا عمّا تبلغ عنه في الأسئلة.',
  },
  loadFailed: 'تعذّر تحميل بلاغاتك',
  showing: (from, to, of) => `البلاغات من ${from} إلى ${to} من أصل ${of}`,
  empty: 'لم تبلغ عن شيء بعد.',
  emptyText: 'تحت كل سؤال طريقة لتقول ما الخطأ فيه.',
  practise: 'تدرّب',
  erasedQuestion: 'سؤال لم يعد موجودًا',
  reportedOn: (when) => `أُبلغ عنه في ${isolate(when)}`,
  states: { open: 'ينتظر الجواب', resolved: 'صُحّح', dismissed: 'تُرك كما هو' },
  yours: 'أنت',
  answer: 'الجواب',
}
