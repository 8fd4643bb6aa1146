import type { Admin, AdminTopic } from '@rehearse/contracts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { adminHere } from '../account/account-data.ts'
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
  // A changed role ends the session.
  staleTime: 5 * 60_000,
})

export type AdminSelf = Pick<Admin, 'id' | 'role'>

/** The signed-in admin, as read by the admin guard; the server decides, whatever a page offers. */
export function useAdminSelf(): AdminSelf {
  const { data } = useQuery({ ...adminSelfQuery, enabled: false })
  return data ?? { id: adminHere() ?? '', role: 'admin' }
}

/** Authors and reviewers write and review questions and library content, and manage nothing. */
export const managesContent = ({ role }: Pick<Admin, 'role'>): boolean =>
  role !== 'author' && role !== 'reviewer'

/** The names of everyone with an admin account. */
export const editorsQuery = queryOptions({
  queryKey: adminKey('admins', 'editors'),
  queryFn: async ({ signal }) => (await adminApi.get('/api/admin/editors', { signal })).data,
  staleTime: 5 * 60_000,
})
