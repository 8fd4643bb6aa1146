import type {
  LearnerListQuery,
  learnerAccountReply,
  learnerEventsReply,
  learnerListReply,
  learnerProgressReply,
} from '@rehearse/contracts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { adminKey } from '../../shared/admin/admin-key.ts'
import { adminApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'

const path = '/api/admin/users'

export type LearnerDetail = Reply<typeof learnerAccountReply>['data']

export const learnersQuery = (filters: Partial<LearnerListQuery>) =>
  queryOptions({
    queryKey: adminKey('learners', 'list', filters),
    queryFn: ({ signal }) =>
      adminApi.get<Reply<typeof learnerListReply>>(path, { query: { ...filters }, signal }),
    placeholderData: keepPreviousData,
  })

export const learnerQuery = (uid: string) =>
  queryOptions({
    queryKey: adminKey('learners', 'one', uid),
    queryFn: async ({ signal }) =>
      (await adminApi.get<Reply<typeof learnerAccountReply>>(`${path}/${uid}`, { signal })).data,
  })

/** @param asOf an instant; undefined for now */
export const learnerProgressQuery = (uid: string, asOf: string | undefined) =>
  queryOptions({
    queryKey: adminKey('answers', 'learner', uid, asOf),
    queryFn: ({ signal }) =>
      adminApi.get<Reply<typeof learnerProgressReply>>(`/api/admin/progress/learners/${uid}`, {
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
      adminApi.get<Reply<typeof learnerEventsReply>>(`/api/admin/progress/learners/${uid}/events`, {
        query,
        signal,
      }),
    placeholderData: keepPreviousData,
  })
