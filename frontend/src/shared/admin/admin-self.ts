import type { adminSessionReply } from '@rehearse/contracts'
import { queryOptions } from '@tanstack/react-query'
import { adminApi } from '../api/client.ts'
import type { Reply } from '../api/reply.ts'
import { adminKey } from './admin-key.ts'

/** Who is signed in here, with the role that decides what is offered. */
export const adminSelfQuery = queryOptions({
  queryKey: adminKey('admins', 'self'),
  queryFn: async ({ signal }) =>
    (await adminApi.get<Reply<typeof adminSessionReply>>('/api/admin/auth', { signal })).admin,
})
