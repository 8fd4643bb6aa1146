import type { adminListReply } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../../shared/api/api-error.ts'
import { adminApi } from '../../../shared/api/client.ts'
import type { Reply } from '../../../shared/api/reply.ts'
import { adminHere } from '../../../shared/device/account-data.ts'

/** @returns what to call the admin of an id: null for the one who asks, the id itself where names are not for them */
export function useAdminNames(): (id: string) => string | null {
  const { data: admins = [] } = useQuery({
    queryKey: ['admin', 'data', 'admin-names'],
    queryFn: async ({ signal }) => {
      try {
        return (await adminApi.get<Reply<typeof adminListReply>>('/api/admin/admins', { signal })).data
      } catch (error) {
        // Only super admins may see the others.
        if (error instanceof ApiError && error.status === 403) return []
        throw error
      }
    },
    staleTime: 5 * 60_000,
  })
  const ownId = adminHere()
  return (id) => (id === ownId ? null : (admins.find((admin) => admin.id === id)?.name ?? id))
}
