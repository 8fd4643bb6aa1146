import type { ContentKind } from '@rehearse/contracts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { commentsQuery } from '../../shared/admin/comments/api.ts'
import Discussion from '../../shared/admin/comments/discussion.tsx'
import { useCommentMessages } from '../../shared/admin/comments/messages.en.ts'
import Present from '../../shared/admin/comments/present.tsx'
import { Page } from '../../shared/ui/page.tsx'

/** The comments on content alone, for those who have no editor of it. */
export function CommentsPage() {
  const messages = useCommentMessages()
  const [search] = useSearchParams()
  const kinds = Object.keys(messages.kinds) as ContentKind[]
  const kind = kinds.find((one) => one === search.get('kind')) ?? 'questions'
  const entryId = search.get('id') ?? ''
  const { data } = useInfiniteQuery(commentsQuery({ kind, entryId }))
  const title = data?.pages[0]?.content.title
  return (
    <Page
      title={title === undefined ? messages.title : messages.pageTitle(title)}
      lead={messages.kinds[kind]}
    >
      {title !== undefined && <Present kind={kind} entryId={entryId} />}
      <Discussion kind={kind} entryId={entryId} />
    </Page>
  )
}
