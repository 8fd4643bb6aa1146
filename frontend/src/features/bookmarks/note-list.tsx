import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '../../shared/i18n/format.ts'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { PagedSection } from '../../shared/ui/paged-section.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { useBookmarkMessages } from './bookmark-messages.ts'
import { firstPage, notesQuery } from './bookmark-queries.ts'
import styles from './bookmarks.module.css'
import { QuestionLink } from './question-link.tsx'

/** What was written beside questions; it is changed there, too. */
export function NoteList() {
  const messages = useBookmarkMessages()
  const format = useFormat()
  const [span, setSpan] = useState(firstPage)
  const { data, error, refetch } = useQuery(notesQuery(span))
  if (!data) {
    return error ? (
      <LoadFailed title={messages.notesFailed} error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton heights={[6, 6]} />
    )
  }
  if (data.notes.length === 0) return null
  return (
    <PagedSection
      className={styles.section}
      title={messages.notes}
      pagination={data.pagination}
      showing={messages.showingNotes}
      onTurn={setSpan}
    >
      {data.notes.map(({ questionId, title, text, updatedAt }) => (
        <li key={questionId} className={styles.row}>
          <div className={styles.words}>
            <QuestionLink id={questionId} title={title} />
            <p dir="auto" className={styles.note}>
              {text}
            </p>
            <p className={styles.quiet}>{messages.writtenOn(format.date(updatedAt))}</p>
          </div>
        </li>
      ))}
    </PagedSection>
  )
}
