import type { bookmarkListReply } from '@rehearse/contracts'
import { queryOptions } from '@tanstack/react-query'
import { bookmarkLists } from '../../shared/account/bookmark-lists.ts'
import { learnerApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'
import { RUN_LENGTH } from '../../shared/constants.ts'
import { drawNamed } from './draw-named.ts'
import type { Drawing } from './draw-questions.ts'
import type { RunQuestion } from './graded.ts'
import { shuffled } from './shuffled.ts'

/** As many as the server gives at once. */
const PAGE = 100

/** Some of the questions that a learner marked to come back to, among the hundred marked last. */
export async function drawBookmarks(drawing: Drawing): Promise<RunQuestion[]> {
  const { bookmarks } = await readBookmarks(PAGE, drawing.signal)
  return drawNamed(
    shuffled(bookmarks)
      .slice(0, RUN_LENGTH)
      .map(({ questionId }) => questionId),
    drawing,
  )
}

/** How many there are. */
export const bookmarkCountQuery = (uid: string | undefined) =>
  queryOptions({
    queryKey: [...bookmarkLists, 'count'],
    queryFn: async ({ signal }) => (await readBookmarks(1, signal)).pagination.totalCount,
    enabled: uid !== undefined,
  })

const readBookmarks = (pageSize: number, signal: AbortSignal) =>
  learnerApi.get<Reply<typeof bookmarkListReply>>('/api/progress/bookmarks', { query: { pageSize }, signal })
