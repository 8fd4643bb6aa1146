import type {
  TrashFile,
  TrashFilesQuery,
  TrashItem,
  TrashQuery,
  TrashRestoreInput,
} from '@rehearse/contracts'
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

/** The same for images and audio, which another service keeps. */
export const trashFilesQuery = (query: Pick<TrashFilesQuery, 'page' | 'pageSize' | 'kind' | 'search'>) =>
  queryOptions({
    queryKey: adminKey('trash', 'files', query),
    queryFn: ({ signal }) => adminApi.get('/api/admin/trash/files', { query: { ...query }, signal }),
    placeholderData: keepPreviousData,
  })

/** Something deleted: content, or a file. */
export type Deleted = TrashItem | TrashFile

const isFile = (item: Deleted): item is TrashFile => item.kind === 'image' || item.kind.endsWith('-audio')

export interface Restoration {
  restored: Deleted[]
  failed: { item: Deleted; error: unknown }[]
}

/** Restores items one after the other, so that one that can't be restored doesn't keep the others in the trash. */
export function useRestore() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ items, under = {} }: { items: readonly Deleted[]; under?: TrashRestoreInput }) => {
      const outcome: Restoration = { restored: [], failed: [] }
      for (const item of items) {
        try {
          if (isFile(item)) await adminApi.post(`/api/admin/trash/files/${item.id}/restore`)
          else await adminApi.post(`/api/admin/trash/${item.id}/restore`, { body: under })
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
