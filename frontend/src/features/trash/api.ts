import type { TrashItem, TrashQuery, TrashRestoreInput } from '@rehearse/contracts'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { adminKey } from '../../shared/admin/admin-self.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { adminApi } from '../../shared/api/client.ts'

export const trashQuery = (query: Pick<TrashQuery, 'page' | 'pageSize' | 'kind' | 'search'>) =>
  queryOptions({
    queryKey: adminKey('trash', query),
    queryFn: ({ signal }) => adminApi.get('/api/admin/trash', { query: { ...query }, signal }),
    placeholderData: keepPreviousData,
  })

export interface Restoration {
  restored: TrashItem[]
  failed: { item: TrashItem; error: unknown }[]
}

/** Restores items one after the other, so that one that can't be restored doesn't keep the others in the trash. */
export function useRestore() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ items, under = {} }: { items: readonly TrashItem[]; under?: TrashRestoreInput }) => {
      const outcome: Restoration = { restored: [], failed: [] }
      for (const item of items) {
        try {
          await adminApi.post(`/api/admin/trash/${item.id}/restore`, { body: under })
          outcome.restored.push(item)
        } catch (error) {
          outcome.failed.push({ item, error })
        }
      }
      return outcome
    },
    onSettled: async () => {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['admin', 'data'] }),
        queryClient.invalidateQueries({ queryKey: ['catalogue'] }),
      ])
    },
  })
}

/** What was taken meanwhile, if that is why an item was not restored. */
export function takenOf(error: unknown): 'name' | 'entryId' | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'name_taken') return 'name'
  return error.code === 'id_taken' ? 'entryId' : undefined
}
