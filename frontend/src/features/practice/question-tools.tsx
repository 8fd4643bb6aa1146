import { Bookmark, BookmarkCheck, Flag, NotebookPen } from 'lucide-react'
import { memo, useState } from 'react'
import { useBookmark } from '../../shared/account/use-bookmark.ts'
import { Button } from '../../shared/ui/button.tsx'
import { usePracticeMessages } from './practice-messages.ts'
import { QuestionNote } from './question-note.tsx'
import styles from './question-tools.module.css'
import { ReportQuestion } from './report-question.tsx'

/** What a learner may do with a question beside answering it. */
function QuestionTools({ questionId }: { questionId: string }) {
  const messages = usePracticeMessages()
  const [open, setOpen] = useState<'note' | 'report'>()
  const { marked, toggle } = useBookmark(questionId)
  const flip = (tool: 'note' | 'report') => setOpen(open === tool ? undefined : tool)
  return (
    <div className={styles.tools}>
      <div className={styles.row}>
        <Button variant="ghost" size="small" aria-pressed={marked} onClick={toggle}>
          {marked ? <BookmarkCheck aria-hidden size={16} /> : <Bookmark aria-hidden size={16} />}
          {marked ? messages.bookmarked : messages.bookmark}
        </Button>
        <Button variant="ghost" size="small" aria-expanded={open === 'note'} onClick={() => flip('note')}>
          <NotebookPen aria-hidden size={16} />
          {messages.note}
        </Button>
        <Button variant="ghost" size="small" aria-expanded={open === 'report'} onClick={() => flip('report')}>
          <Flag aria-hidden size={16} />
          {messages.report}
        </Button>
      </div>
      {open === 'note' && <QuestionNote questionId={questionId} />}
      {open === 'report' && <ReportQuestion questionId={questionId} onDone={() => setOpen(undefined)} />}
    </div>
  )
}

/** The clock beside it ticks; nothing here does. */
export default memo(QuestionTools)
