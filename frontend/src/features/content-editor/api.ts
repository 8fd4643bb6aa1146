import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../shared/api/api-error.ts'
import { adminApi, type Query } from '../../shared/api/client.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { newId } from '../../shared/new-id.ts'
import { showToast } from '../../shared/ui/toasts.tsx'
import type { Collection, Entry } from './collection.ts'
import type { Body } from './draft.ts'

const contentKey = ['admin', 'data', 'content']

/** All entries of a list as admins see them: complete and in order. */
export const entriesQuery = ({ name, address, isDetailed }: Collection) =>
  queryOptions({
    queryKey: [...contentKey, name],
    queryFn: async ({ signal }) => {
      const { data } = await adminApi.call<{ data: Entry[] }>('GET', address, { signal })
      if (!isDetailed) return data
      const read = ({ id }: Entry) => adminApi.call<{ data: Entry }>('GET', `${address}/${id}`, { signal })
      return (await Promise.all(data.map(read))).map((reply) => reply.data)
    },
  })

/** All of an entry whose list omits some of its fields. */
export const entryQuery = ({ name, address, isLoadedOnOpen }: Collection, id: string | undefined) =>
  queryOptions({
    queryKey: [...contentKey, name, 'entry', id],
    queryFn: async ({ signal }) =>
      (await adminApi.call<{ data: Entry }>('GET', `${address}/${id}`, { signal })).data,
    enabled: isLoadedOnOpen === true && id !== undefined,
    // The form begins with it, so it must be the current one each time.
    gcTime: 0,
  })

/** The questions of a taxonomy node. */
export interface FiledQuestions {
  all: number
  /** Those that learners don't see. */
  inactive: number
  deleted: number
}

/** The questions filed under an entry now: the list may count only some of them. Deleted ones aren't known here. */
export const filedQuestionsQuery = ({ name, questions }: Collection, { id }: Entry) =>
  queryOptions({
    queryKey: [...contentKey, name, id, 'filed'],
    queryFn: async ({ signal }): Promise<FiledQuestions> => {
      const count = async (visible: Query) => {
        const query = { ...visible, [questions ?? '']: id, pageSize: 1 }
        return (await adminApi.get('/api/questions/unified', { query, signal })).pagination?.totalCount ?? 0
      }
      const [all, open] = await Promise.all([count({}), count({ isActive: true, approved: true })])
      return { all, inactive: all - open, deleted: 0 }
    },
    enabled: questions !== undefined,
    staleTime: 0,
    gcTime: 0,
  })

type Diagrams = Readonly<Record<string, string>>

/** The diagrams that the texts of a stored entry show, for previews. */
export const diagramsQuery = ({ name, address, showsDiagrams }: Collection, id: string | undefined) =>
  queryOptions({
    queryKey: [...contentKey, name, id, 'diagrams'],
    queryFn: async ({ signal }) => {
      const { data } = await adminApi.call<{ data: { diagrams?: Diagrams } }>('GET', `${address}/${id}`, {
        signal,
      })
      return data.diagrams ?? {}
    },
    enabled: showsDiagrams === true && id !== undefined,
  })

interface Written {
  data: Entry
  message: string
}

/** Creating, editing, reordering and deleting entries of a list. An update carries the revision it was based on. */
export function useEntryWrites(collection: Collection) {
  const { address } = collection
  const { queryKey } = entriesQuery(collection)
  const queryClient = useQueryClient()
  const { toast } = useMessages()
  const refresh = async () => {
    void queryClient.invalidateQueries({ queryKey: ['catalogue'] })
    void queryClient.invalidateQueries({ queryKey: ['admin', 'data', 'plan-check'] })
    await queryClient.invalidateQueries({ queryKey })
  }
  const changed = async ({ message }: { message: string }) => {
    showToast({ tone: 'success', title: toast.success, message })
    await refresh()
  }
  const at = (entry: Entry) => `${address}/${encodeURIComponent(entry.id)}`
  const on = ({ revision }: Entry) => ({ 'if-match': `"v${revision}"` })

  const create = useMutation({
    mutationFn: ({ body, key }: { body: Body; key: string }) =>
      adminApi.call<Written>('POST', address, { body, headers: { 'idempotency-key': key } }),
    onSuccess: changed,
  })
  const update = useMutation({
    mutationFn: ({ entry, body, key }: { entry: Entry; body: Body; key: string }) =>
      adminApi.call<Written>('PUT', at(entry), { body, headers: { ...on(entry), 'idempotency-key': key } }),
    onSuccess: changed,
    // Load the other admin's version, so that the user can choose.
    onError: (error) => error instanceof ApiError && error.status === 412 && void refresh(),
  })
  const remove = useMutation({
    mutationFn: ({ entry, reassignTo }: { entry: Entry; reassignTo?: string | undefined }) =>
      adminApi.call<{ message: string; trashId: string; moved?: number }>('DELETE', at(entry), {
        query: { reassignTo },
        headers: { ...on(entry), 'idempotency-key': newId() },
      }),
    onSuccess: changed,
  })
  /** Undoes a deletion. */
  const restore = useMutation({
    mutationFn: (trashId: string) => adminApi.post(`/api/admin/trash/${trashId}/restore`, { body: {} }),
    onSuccess: changed,
  })
  /** Optimistic; after an error the list reloads. */
  const arrange = useMutation({
    mutationFn: (entries: readonly Entry[]) =>
      adminApi.call<{ message: string }>('POST', `${address}/order`, {
        body: { ids: entries.map(({ id }) => id) },
      }),
    onMutate: async (entries) => {
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, [...entries])
    },
    onSettled: refresh,
  })
  return { create, update, remove, restore, arrange }
}
