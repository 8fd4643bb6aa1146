import { PAGE_SIZE_MAX } from '@rehearse/contracts/constants'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { learnerApi } from '../api/client.ts'
import { useOwnWrite } from './use-own-write.ts'

const queryKey = ['account', 'bookmarks', 'ids']
const inOrder = { mutationKey: ['bookmark'], scope: { id: 'bookmark' } }

/**
 * Whether a question is marked to come back to; the mark shows at once, and goes again if it was not stored.
 * @param asFarAsKnown what to show until it is known
 */
export function useBookmark(questionId: string, asFarAsKnown = false) {
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
      // What was on its way when the mark was set doesn't know of it; nor does the server yet of a later one.
      if (queryClient.isMutating(inOrder) <= 1) void queryClient.invalidateQueries({ queryKey })
      // A list that is looked at keeps its rows: what was taken away by mistake can be marked again.
      void queryClient.invalidateQueries({ queryKey: bookmarkLists, refetchType: 'none' })
    },
    onRefused: () => void queryClient.invalidateQueries({ queryKey }),
  })
  const marked = marks?.has(questionId) ?? asFarAsKnown
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
 * Lists of bookmarks, and how many there are, by the beginning of their keys. Which questions are marked is known from
 * elsewhere, and at once.
 */
export const bookmarkLists = ['account', 'bookmark-lists'] as const

/** Lists of notes, likewise. */
export const noteLists = ['account', 'note-lists'] as const
