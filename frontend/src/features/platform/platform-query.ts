import type { platformReply } from '@rehearse/contracts'
import { queryOptions } from '@tanstack/react-query'
import { adminKey } from '../../shared/admin/admin-key.ts'
import { adminApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'

/** Milliseconds between two measurements while the page is in view: what a process does at the moment has no event. */
const INTERVAL = 5_000

export type PlatformState = Reply<typeof platformReply>

export const platformQuery = queryOptions({
  queryKey: adminKey('settings', 'platform'),
  queryFn: ({ signal }) => adminApi.get<PlatformState>('/api/admin/platform', { signal }),
  refetchInterval: INTERVAL,
})
