import type { explainReply } from '@rehearse/contracts'
import { PAGE_SIZE_MAX } from '@rehearse/contracts/constants'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { learnerApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'
import { PROGRESS_TIMEOUT } from '../../shared/constants.ts'

export type Explanation = Reply<typeof explainReply>

const PAGE_SIZE = 20

/** The entries behind a stat, a page at a time, newest first. */
export const explainQuery = (uid: string, figure: string) =>
  infiniteQueryOptions({
    queryKey: ['progress', uid, 'explain', figure],
    queryFn: ({ pageParam, signal }) => read(figure, { page: pageParam, pageSize: PAGE_SIZE }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination.hasNext ? pagination.page + 1 : undefined),
  })

/** The days of the current streak that freezes covered. */
export const bridgedDaysQuery = (uid: string) =>
  queryOptions({
    queryKey: ['progress', uid, 'bridged-days'],
    queryFn: async ({ signal }) => {
      const { entries } = await read('streak', { page: 1, pageSize: PAGE_SIZE_MAX }, signal)
      return entries.filter(({ type }) => type === 'StreakFreezeSpent').map(({ day }) => day)
    },
  })

const read = (figure: string, query: { page: number; pageSize: number }, signal: AbortSignal) =>
  learnerApi.get(`/api/progress/explain/${encodeURIComponent(figure)}`, { query, signal })

export const dashboardQuery = (uid: string) =>
  queryOptions({
    queryKey: ['dashboard', uid],
    queryFn: async ({ signal }) => {
      const reply = await learnerApi.get('/api/progress/dashboard', {
        signal,
        timeout: PROGRESS_TIMEOUT,
      })
      return reply.dashboard
    },
  })
