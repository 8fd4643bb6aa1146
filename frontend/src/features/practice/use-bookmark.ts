import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useOwnWrite } from '../../shared/account/use-own-write.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { learnerApi } from '../../shared/api/client.ts'

/** Whether a question is marked to come back to; the mark shows at once, and goes again if it was not stored. */
export function useBookmark(questionId: string) {
  const queryClient = useQueryClient()
  const path = `/api/progress/bookmarks/${questionId}`
  const queryKey = ['account', 'bookmark', questionId]
  const { data: marked = false } = useQuery({
    queryKey,
    queryFn: ({ signal }) => exists(path, signal),
  })
  const write = useOwnWrite({
    mutationFn: (wanted: boolean) => (wanted ? learnerApi.put(path, { body: {} }) : learnerApi.delete(path)),
    onMutate: (wanted) => queryClient.setQueryData(queryKey, wanted),
    onRefused: () => void queryClient.invalidateQueries({ queryKey }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['account', 'bookmarks'] }),
  })
  return { marked, toggle: () => write.mutate(!marked) }
}

const exists = (path: string, signal: AbortSignal): Promise<boolean> =>
  learnerApi.get(path, { signal }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return false
      throw error
    },
  )
