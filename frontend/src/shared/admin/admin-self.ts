import type { AdminTopic } from '@rehearse/contracts'
import { queryOptions } from '@tanstack/react-query'
import { adminApi } from '../api/client.ts'
/**
 * The name of what admins read, in the query cache. It begins with the topic by which the live connection tells of changes
 * (see live-changes.ts), so that a page which is open shows them; signing out forgets all of it.
 */
export const adminKey = (topic: AdminTopic, ...rest: readonly unknown[]) =>
  ['admin', 'data', topic, ...rest] as const

/** Who is signed in here, with the role that decides what is offered. */
export const adminSelfQuery = queryOptions({
  queryKey: adminKey('admins', 'self'),
  queryFn: async ({ signal }) => (await adminApi.get('/api/admin/auth', { signal })).admin,
})
