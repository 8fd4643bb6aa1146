import type {
  AdminChanges,
  adminListReply,
  adminReply,
  NewAdminInput,
  resetAdminReply,
} from '@rehearse/contracts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { adminKey } from '../../shared/admin/admin-key.ts'
import { adminApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'

const path = '/api/admin/admins'

/** Newest first. */
export const adminsQuery = queryOptions({
  queryKey: adminKey('admins', 'list'),
  queryFn: async ({ signal }) => (await adminApi.get<Reply<typeof adminListReply>>(path, { signal })).data,
})

export function useAdminWrites() {
  const queryClient = useQueryClient()
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: adminKey('admins') })
  const create = useMutation({
    mutationFn: ({ key, ...body }: NewAdminInput & { key: string }) =>
      adminApi.post<Reply<typeof adminReply>>(path, { body, headers: { 'idempotency-key': key } }),
    onSuccess,
  })
  const change = useMutation({
    mutationFn: ({ id, ...body }: AdminChanges & { id: string }) =>
      adminApi.patch<Reply<typeof adminReply>>(`${path}/${encodeURIComponent(id)}`, { body }),
    onSuccess,
  })
  const reset = useMutation({
    mutationFn: ({ id, ...body }: { id: string; password: string; removeSecondFactor: boolean }) =>
      adminApi.post<Reply<typeof resetAdminReply>>(`${path}/${encodeURIComponent(id)}/password-reset`, {
        body,
      }),
  })
  return { create, change, reset }
}
