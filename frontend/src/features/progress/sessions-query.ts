import type { learningSessionListReply } from '@rehearse/contracts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { learnerApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'
import { PROGRESS_TIMEOUT } from '../../shared/constants.ts'

/** Sittings in one step of the list. */
const STEP = 5

/** A learner's sittings, the latest first. */
export const sessionsQuery = (uid: string) =>
  infiniteQueryOptions({
    queryKey: ['progress', uid, 'sessions'],
    queryFn: ({ pageParam, signal }) =>
      learnerApi.get<Reply<typeof learningSessionListReply>>('/api/progress/sessions', {
        query: { page: pageParam, pageSize: STEP },
        signal,
        timeout: PROGRESS_TIMEOUT,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination.hasNext ? pagination.page + 1 : undefined),
  })
