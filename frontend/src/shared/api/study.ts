import { queryOptions } from '@tanstack/react-query'
import { PROGRESS_TIMEOUT } from '../constants.ts'
import { learnerApi } from './client.ts'
/** A learner's study data that more than one page shows. Keys begin with `progress`: a sign-out removes them all. */

/** What today asks for: the one source of it, so that no page adds it up itself. */
export const todayQuery = (uid: string) =>
  queryOptions({
    queryKey: ['progress', uid, 'today'],
    queryFn: async ({ signal }) =>
      (await learnerApi.get('/api/progress/today', { signal, timeout: PROGRESS_TIMEOUT })).today,
    // What was done on another page changes it, so it reloads whenever it is shown.
    staleTime: 0,
  })

/**
 * @param selection comma-separated ids: loads their cards, due or not; or `today`: the due cards that today asks for; without
 *   it, all due cards
 */
export const reviewsQuery = (uid: string, selection?: string) =>
  queryOptions({
    queryKey: ['progress', uid, 'reviews', ...(selection ? [selection] : [])],
    queryFn: ({ signal }) =>
      learnerApi.get('/api/progress/reviews', {
        query: {
          pageSize: REVIEWS_AT_ONCE,
          ...(selection === 'today' ? { scope: selection } : { questions: selection }),
        },
        signal,
        timeout: PROGRESS_TIMEOUT,
      }),
  })

export const customPlansQuery = (uid: string) =>
  queryOptions({
    queryKey: ['progress', uid, 'plans'],
    queryFn: async ({ signal }) => (await learnerApi.get('/api/progress/plans', { signal })).plans,
  })

export const certificatesQuery = (uid: string) =>
  queryOptions({
    queryKey: ['progress', uid, 'certificates'],
    queryFn: async ({ signal }) =>
      (await learnerApi.get('/api/progress/certificates', { signal })).certificates,
  })

/** By day, from `from` to `to`, both included. */
export const analyticsQuery = (uid: string, range: { from: string; to: string }) =>
  queryOptions({
    queryKey: ['progress', uid, 'analytics', range],
    queryFn: async ({ signal }) =>
      (
        await learnerApi.get('/api/progress/analytics', {
          query: range,
          signal,
          timeout: PROGRESS_TIMEOUT,
        })
      ).analytics,
  })

/** The number of reviews per session; the rest load when these are done. */
const REVIEWS_AT_ONCE = 20
