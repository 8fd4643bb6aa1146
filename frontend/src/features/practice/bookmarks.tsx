import type { Bookmark } from '@rehearse/contracts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { BookmarkCheck, Bookmark as Mark } from 'lucide-react'
import { Link } from 'react-router'
import { bookmarkLists, noteLists, useBookmark } from '../../shared/account/bookmarks.ts'
import { LearnerOnly } from '../../shared/account/learner-only.tsx'
import { learnerApi } from '../../shared/api/client.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { LevelDots } from '../../shared/ui/level-dots.tsx'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { firstPage, PagedSection, type Span } from '../../shared/ui/paged-section.tsx'
import rows from '../../shared/ui/rows.module.css'
import styles from './bookmarks.module.css'
import { useBookmarkMessages } from './messages.en.ts'

/** A learner's bookmarks and notes from practice. */
export function Bookmarks() {
  const messages = useBookmarkMessages()
  return (
    <LearnerOnly title={messages.title} words={messages.visitor}>
      {({ uid }) => <OwnBookmarks key={uid} />}
    </LearnerOnly>
  )
}

function OwnBookmarks() {
  const messages = useBookmarkMessages()
  const { data: bookmarks } = useQuery(bookmarksQuery(firstPage))
  const { data: notes } = useQuery(notesQuery(firstPage))
  const isEmpty = bookmarks?.bookmarks.length === 0 && notes?.notes.length === 0
  return (
    <Page
      title={messages.title}
      lead={messages.lead}
      actions={
        bookmarks &&
        bookmarks.bookmarks.length > 0 && (
          <ButtonLink to="/questions?mode=bookmarks" variant="primary">
            {messages.practice}
          </ButtonLink>
        )
      }
    >
      {isEmpty && (
        <EmptyState
          title={messages.empty}
          text={messages.emptyText}
          action={
            <ButtonLink to="/questions" variant="primary">
              {messages.emptyAction}
            </ButtonLink>
          }
        />
      )}
      <BookmarkList />
      <NoteList />
    </Page>
  )
}

/** Notes on questions; they are edited on the question. */
function NoteList() {
  const messages = useBookmarkMessages()
  const format = useFormat()
  return (
    <PagedSection
      className={styles.section}
      title={messages.notes}
      queryOf={notesQuery}
      failed={messages.notesFailed}
      heights={[6, 6]}
      showing={messages.showingNotes}
    >
      {({ notes }) =>
        notes.map(({ questionId, title, text, updatedAt }) => (
          <li key={questionId} className={rows.row}>
            <div className={rows.words}>
              <QuestionLink id={questionId} title={title} />
              <p dir="auto" className={styles.note}>
                {text}
              </p>
              <p className={rows.quiet}>{messages.writtenOn(format.date(updatedAt))}</p>
            </div>
          </li>
        ))
      }
    </PagedSection>
  )
}

/** The bookmarked questions. */
function BookmarkList() {
  const messages = useBookmarkMessages()
  return (
    <PagedSection
      className={styles.section}
      title={messages.bookmarks}
      queryOf={bookmarksQuery}
      failed={messages.bookmarksFailed}
      heights={[4, 4, 4]}
      showing={messages.showingBookmarks}
    >
      {({ bookmarks }) =>
        bookmarks.map((bookmark) => <BookmarkRow key={bookmark.questionId} {...bookmark} />)
      }
    </PagedSection>
  )
}

function BookmarkRow({ questionId, title, category, difficulty }: Bookmark) {
  const messages = useBookmarkMessages()
  const { marked, toggle } = useBookmark(questionId, true)
  const Icon = marked ? BookmarkCheck : Mark
  return (
    <li className={rows.row}>
      <div className={rows.words}>
        <QuestionLink id={questionId} title={title} />
      </div>
      <p className={rows.facts}>
        <span className={rows.tags}>
          <LevelDots level={difficulty} />
          <span dir="auto">{category}</span>
        </span>
      </p>
      <Button variant="ghost" size="small" aria-pressed={marked} onClick={toggle}>
        <Icon aria-hidden size={16} />
        {marked ? messages.bookmarked : messages.bookmark}
        <span className="visually-hidden">: {title}</span>
      </Button>
    </li>
  )
}

/** A link to a question, with its title. */
function QuestionLink({ id, title }: { id: string; title: string }) {
  return (
    <h3 dir="auto" className={styles.title}>
      <Link to={`/questions?question=${id}`}>
        <InlineCode text={title} />
      </Link>
    </h3>
  )
}

/** Latest first. */
const bookmarksQuery = (query: Span) =>
  queryOptions({
    queryKey: [...bookmarkLists, query],
    queryFn: ({ signal }) =>
      learnerApi.get('/api/progress/bookmarks', {
        query: { ...query },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

/** Last changed first. */
const notesQuery = (query: Span) =>
  queryOptions({
    queryKey: [...noteLists, query],
    queryFn: ({ signal }) => learnerApi.get('/api/progress/notes', { query: { ...query }, signal }),
    placeholderData: keepPreviousData,
  })
