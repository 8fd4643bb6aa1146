import type {
  AdminChanges,
  LearnerListQuery,
  LearnerStatusInput,
  learnerAccountReply,
  NewAdminInput,
} from '@rehearse/contracts'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { adminKey } from '../../shared/admin/admin-self.ts'
import { saveFile } from '../../shared/admin/save-file.ts'
import { adminApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'
import { EXPORT_TIMEOUT } from '../../shared/constants.ts'

const learnersPath = '/api/admin/users'

export type LearnerDetail = Reply<typeof learnerAccountReply>['data']

export const learnersQuery = (filters: Partial<LearnerListQuery>) =>
  queryOptions({
    queryKey: adminKey('learners', 'list', filters),
    queryFn: ({ signal }) => adminApi.get(learnersPath, { query: { ...filters }, signal }),
    placeholderData: keepPreviousData,
  })

export const learnerQuery = (uid: string) =>
  queryOptions({
    queryKey: adminKey('learners', 'one', uid),
    queryFn: async ({ signal }) => (await adminApi.get(`${learnersPath}/${uid}`, { signal })).data,
  })

/** @param asOf an instant; undefined for now */
export const learnerProgressQuery = (uid: string, asOf: string | undefined) =>
  queryOptions({
    queryKey: adminKey('answers', 'learner', uid, asOf),
    queryFn: ({ signal }) =>
      adminApi.get(`/api/admin/progress/learners/${uid}`, {
        query: { asOf },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

export const learnerEventsQuery = (
  uid: string,
  query: { asOf: string | undefined; page: number; pageSize: number },
) =>
  queryOptions({
    queryKey: adminKey('answers', 'events', uid, query),
    queryFn: ({ signal }) =>
      adminApi.get(`/api/admin/progress/learners/${uid}/events`, {
        query,
        signal,
      }),
    placeholderData: keepPreviousData,
  })

/** An admin's actions on a learner's account. */
export function useLearnerWrites(uid: string) {
  const queryClient = useQueryClient()
  const path = `${learnersPath}/${uid}` as const
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: adminKey('learners') })
  const setAccountState = (body: LearnerStatusInput) => adminApi.patch(path, { body })

  const disable = useMutation({
    mutationFn: (reason: string) => setAccountState({ disabled: true, reason }),
    onSuccess,
  })
  const enable = useMutation({ mutationFn: () => setAccountState({ disabled: false }), onSuccess })
  const download = useMutation({
    mutationFn: async () =>
      saveFile(
        await adminApi.file(`${path}/export`, { timeout: EXPORT_TIMEOUT }),
        `rehearse-${uid}-${new Date().toISOString().slice(0, 10)}.zip`,
      ),
  })
  const erase = useMutation({
    mutationFn: (confirm: string) => adminApi.delete(path, { body: { confirm } }),
  })
  return { disable, enable, download, erase }
}

const adminsPath = '/api/admin/admins'

/** Newest first. */
export const adminsQuery = queryOptions({
  queryKey: adminKey('admins', 'list'),
  queryFn: async ({ signal }) => (await adminApi.get(adminsPath, { signal })).data,
})

export function useAdminWrites() {
  const queryClient = useQueryClient()
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: adminKey('admins') })
  const create = useMutation({
    mutationFn: ({ key, ...body }: NewAdminInput & { key: string }) =>
      adminApi.post(adminsPath, { body, headers: { 'idempotency-key': key } }),
    onSuccess,
  })
  const change = useMutation({
    mutationFn: ({ id, ...body }: AdminChanges & { id: string }) =>
      adminApi.patch(`${adminsPath}/${encodeURIComponent(id)}`, { body }),
    onSuccess,
  })
  const reset = useMutation({
    mutationFn: ({
      id,
      ...body
    }: {
      id: string
      password: string
      code?: string
      removeSecondFactor: boolean
    }) =>
      adminApi.post(`${adminsPath}/${encodeURIComponent(id)}/password-reset`, {
        body,
      }),
  })
  return { create, change, reset }
}
