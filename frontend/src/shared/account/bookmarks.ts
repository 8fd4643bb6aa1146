import { PAGE_SIZE_MAX } from '@rehearse/contracts/constants'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { learnerApi } from '../api/client.ts'
import { useOwnWrite } from './use-own-write.ts'

const queryKey = ['account', 'bookmarks', 'ids']
const inOrder = { mutationKey: ['bookmark'], scope: { id: 'bookmark' } }

/**
 * Whether a question is bookmarked. The bookmark shows at once, and disappears again if saving it fails.
 * @param initialValue the value to show while bookmarks load
 */
export function useBookmark(questionId: string, initialValue = false) {
  const queryClient = useQueryClient()
  const { data: marks } = useQuery({
    queryKey,
    queryFn: ({ signal }) => readMarks(signal),
    staleTime: 5 * 60_000,
  })
  const write = useOwnWrite({
    ...inOrder,
    mutationFn: (wanted: boolean): Promise<unknown> => {
      const path = `/api/progress/bookmarks/${questionId}` as const
      return wanted ? learnerApi.put(path, { body: {} }) : learnerApi.delete(path)
    },
    onMutate: (wanted) =>
      queryClient.setQueryData<ReadonlySet<string>>(queryKey, (before) => {
        const after = new Set(before)
        if (wanted) after.add(questionId)
        else after.delete(questionId)
        return after
      }),
    onSuccess: () => {
      // A read that began before this write doesn't include it, and the server doesn't have later writes yet.
      if (queryClient.isMutating(inOrder) <= 1) void queryClient.invalidateQueries({ queryKey })
      // Don't reload a visible list: a bookmark removed by mistake can be set again in its row.
      void queryClient.invalidateQueries({ queryKey: bookmarkLists, refetchType: 'none' })
    },
    onRefused: () => void queryClient.invalidateQueries({ queryKey }),
  })
  const marked = marks?.has(questionId) ?? initialValue
  return { marked, toggle: () => write.mutate(!marked) }
}

async function readMarks(signal: AbortSignal): Promise<ReadonlySet<string>> {
  const marks = new Set<string>()
  for (let page = 1; ; page += 1) {
    const { bookmarks, pagination } = await learnerApi.get('/api/progress/bookmarks', {
      query: { page, pageSize: PAGE_SIZE_MAX },
      signal,
    })
    for (const { questionId } of bookmarks) marks.add(questionId)
    if (!pagination.hasNext) return marks
  }
}

/**
 * The key prefix of bookmark lists and their counts. Which questions are bookmarked has its own query, which is
 * updated at once.
 */
export const bookmarkLists = ['account', 'bookmark-lists'] as const

/** The key prefix of note lists. */
export const noteLists = ['account', 'note-lists'] as const
