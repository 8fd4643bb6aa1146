import { useQuery } from '@tanstack/react-query'
import { LearnerOnly } from '../../shared/account/learner-only.tsx'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { BookmarkList } from './bookmark-list.tsx'
import { useBookmarkMessages } from './bookmark-messages.ts'
import { bookmarksQuery, firstPage, notesQuery } from './bookmark-queries.ts'
import { NoteList } from './note-list.tsx'

/** What a learner put aside while practising, to be found again. */
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
            {messages.practise}
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
