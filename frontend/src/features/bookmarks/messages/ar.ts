import { isolate } from '../../../shared/i18n/isolate.ts'
import type { BookmarkMessages } from './en.ts'

export const bookmarks: BookmarkMessages = {
  title: 'الإشارات والملاحظات',
  lead: 'الأسئلة التي وضعت عليها إشارة لتعود إليها، وما كتبته عنها.',
  visitor: {
    title: 'سجّل الدخول لترى إشاراتك المرجعية',
    text: 'تحت كل سؤال يمكنك وضع إشارة مرجعية عليه وكتابة ملاحظة، وهنا تجدهما مرة أخرى.',
  },
  practise: 'تدرّب على إشاراتي',
  empty: 'لا إشارات ولا ملاحظات بعد',
  emptyText: 'تحت كل سؤال يمكنك وضع إشارة مرجعية عليه وكتابة ملاحظة، وهنا تجدهما مرة أخرى.',
  emptyAction: 'أجب عن أسئلة',
  bookmarks: 'الإشارات المرجعية',
  bookmarksFailed: 'تعذّر تحميل إشاراتك المرجعية',
  showingBookmarks: (from, to, of) => `الإشارات من ${from} إلى ${to} من أصل ${of}`,
  bookmark: 'إشارة مرجعية',
  bookmarked: 'في إشاراتك المرجعية',
  notes: 'الملاحظات',
  notesFailed: 'تعذّر تحميل ملاحظاتك',
  showingNotes: (from, to, of) => `الملاحظات من ${from} إلى ${to} من أصل ${of}`,
  writtenOn: (when) => `كُتبت في ${isolate(when)}`,
}
