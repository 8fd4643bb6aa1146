import type { bookmarkListReply } from '@rehearse/contracts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useOwnWrite } from '../../shared/account/use-own-write.ts'
import { learnerApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'

const queryKey = ['account', 'bookmarks', 'ids']
const PAGE = 100

/** Whether a question is marked to come back to; the mark shows at once, and goes again if it was not stored. */
export function useBookmark(questionId: string) {
  const queryClient = useQueryClient()
  const { data: marks } = useQuery({
    queryKey,
    queryFn: ({ signal }) => readMarks(signal),
    staleTime: 5 * 60_000,
  })
  const write = useOwnWrite({
    mutationFn: (wanted: boolean) => {
      const path = `/api/progress/bookmarks/${questionId}`
      return wanted ? learnerApi.put(path, { body: {} }) : learnerApi.delete(path)
    },
    onMutate: (wanted) =>
      queryClient.setQueryData<ReadonlySet<string>>(queryKey, (before) => {
        const after = new Set(before)
        if (wanted) after.add(questionId)
        else after.delete(questionId)
        return after
      }),
    onRefused: () => void queryClient.invalidateQueries({ queryKey }),
  })
  const marked = marks?.has(questionId) ?? false
  return { marked, toggle: () => write.mutate(!marked) }
}

async function readMarks(signal: AbortSignal): Promise<ReadonlySet<string>> {
  const marks = new Set<string>()
  for (let page = 1; ; page += 1) {
    const { bookmarks, pagination } = await learnerApi.get<Reply<typeof bookmarkListReply>>(
      '/api/progress/bookmarks',
      { query: { page, pageSize: PAGE }, signal },
    )
    for (const { questionId } of bookmarks) marks.add(questionId)
    if (!pagination.hasNext) return marks
  }
}
