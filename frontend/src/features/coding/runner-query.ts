import type { RunnerReply } from '@rehearse/contracts'
import { queryOptions } from '@tanstack/react-query'
import { learnerApi } from '../../shared/api/client.ts'

/** Where the frame comes from that runs code; null where that is switched off. */
export const runnerQuery = queryOptions({
  queryKey: ['runner'],
  queryFn: async ({ signal }) => (await learnerApi.get<RunnerReply>('/api/runner', { signal })).origin,
  staleTime: Number.POSITIVE_INFINITY,
})
