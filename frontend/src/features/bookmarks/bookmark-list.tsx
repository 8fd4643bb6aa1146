import type { Bookmark } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { BookmarkCheck, Bookmark as Mark } from 'lucide-react'
import { useState } from 'react'
import { useBookmark } from '../../shared/account/use-bookmark.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Button } from '../../shared/ui/button.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { PagedSection } from '../../shared/ui/paged-section.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { useBookmarkMessages } from './bookmark-messages.ts'
import { bookmarksQuery, firstPage } from './bookmark-queries.ts'
import styles from './bookmarks.module.css'
import { QuestionLink } from './question-link.tsx'

/** The questions that are marked to come back to. */
export function BookmarkList() {
  const messages = useBookmarkMessages()
  const [span, setSpan] = useState(firstPage)
  const { data, error, refetch } = useQuery(bookmarksQuery(span))
  if (!data) {
    return error ? (
      <LoadFailed title={messages.bookmarksFailed} error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton heights={[4, 4, 4]} />
    )
  }
  if (data.bookmarks.length === 0) return null
  return (
    <PagedSection
      className={styles.section}
      title={messages.bookmarks}
      pagination={data.pagination}
      showing={messages.showingBookmarks}
      onTurn={setSpan}
    >
      {data.bookmarks.map((bookmark) => (
        <BookmarkRow key={bookmark.questionId} {...bookmark} />
      ))}
    </PagedSection>
  )
}

function BookmarkRow({ questionId, title, category, difficulty }: Bookmark) {
  const messages = useBookmarkMessages()
  const levels = useMessages().difficulty
  const { marked, toggle } = useBookmark(questionId, true)
  const Icon = marked ? BookmarkCheck : Mark
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <QuestionLink id={questionId} title={title} />
        <p className={styles.tags}>
          <Tag>{levels[difficulty]}</Tag>
          <Tag>{category}</Tag>
        </p>
      </div>
      <Button variant="ghost" size="small" aria-pressed={marked} onClick={toggle}>
        <Icon aria-hidden size={16} />
        {marked ? messages.bookmarked : messages.bookmark}
        <span className="visually-hidden">: {title}</span>
      </Button>
    </li>
  )
}
