import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { learnerApi } from '../api/client.ts'
import { STORAGE_KEYS } from '../constants.ts'
import { storage } from '../storage.ts'

/** On a device that has shown no notifications yet, older ones don't count as new. Milliseconds. */
const NOTIFICATIONS_AGE = 30 * 24 * 60 * 60_000

/** The times of the notifications that are newer than the last one seen on this device. */
export const newNotificationsQuery = (uid: string) =>
  queryOptions({
    queryKey: ['account', uid, 'notices', 'new'],
    queryFn: async ({ signal }) => {
      const [regraded, reported] = await Promise.all([
        learnerApi.get('/api/progress/notices', { signal }),
        learnerApi.get('/api/questions/reports', { signal }),
      ])
      const seen = storage.read(STORAGE_KEYS.noticesSeen(uid))
      const since = seen ?? new Date(Date.now() - NOTIFICATIONS_AGE).toISOString()
      return [
        ...regraded.notices.map(({ at }) => at),
        ...reported.data.map(({ settledAt }) => settledAt ?? ''),
      ]
        .filter((at) => at > since)
        .sort()
    },
    staleTime: 5 * 60_000,
  })

/** The number of new notifications from the cache; a component that shows it starts no request. */
export const useUnreadNotifications = (uid: string | undefined): number =>
  useQuery({ ...newNotificationsQuery(uid ?? ''), enabled: false }).data?.length ?? 0

export const refetchNotifications = (client: QueryClient, uid: string): Promise<void> =>
  client.invalidateQueries({ queryKey: ['account', uid, 'notices'] })

/** @param newest the time of the newest notification shown */
export function markNotificationsSeen(client: QueryClient, uid: string, newest: string): void {
  storage.write(STORAGE_KEYS.noticesSeen(uid), newest)
  client.setQueryData(newNotificationsQuery(uid).queryKey, [])
}
