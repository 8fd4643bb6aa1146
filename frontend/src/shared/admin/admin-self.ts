import type { AdminTopic } from '@rehearse/contracts'
import { queryOptions } from '@tanstack/react-query'
import { adminApi } from '../api/client.ts'
/**
 * The query key of admin data. It starts with the topic that the live stream uses for changes (see live-changes.ts),
 * so that open pages update; signing out removes all of it from the cache.
 */
export const adminKey = (topic: AdminTopic, ...rest: readonly unknown[]) =>
  ['admin', 'data', topic, ...rest] as const

/** The signed-in admin, with the role that decides what they can do. */
export const adminSelfQuery = queryOptions({
  queryKey: adminKey('admins', 'self'),
  queryFn: async ({ signal }) => (await adminApi.get('/api/admin/auth', { signal })).admin,
})
