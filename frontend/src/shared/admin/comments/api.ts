import type { CommentInput, ContentKind } from '@rehearse/contracts'
import { PRESENCE } from '@rehearse/contracts/content-limits'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { adminApi } from '../../api/client.ts'
import { adminKey } from '../admin-self.ts'

export interface ContentRef {
  kind: ContentKind
  entryId: string
}

const addressOf = ({ kind, entryId }: ContentRef): `${string}/${string}` =>
  `${kind}/${encodeURIComponent(entryId)}`

/** The threads of content, newest first. */
export const commentsQuery = (content: ContentRef) =>
  infiniteQueryOptions({
    queryKey: adminKey('comments', 'of', content.kind, content.entryId),
    queryFn: ({ pageParam, signal }) =>
      adminApi.get(`/api/admin/comments/${addressOf(content)}`, {
        query: { page: pageParam, pageSize: 20 },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination.hasNext ? pagination.page + 1 : undefined),
  })

export const notificationsQuery = (query: { page: number; pageSize: number }) =>
  queryOptions({
    queryKey: adminKey('comments', 'notifications', query),
    queryFn: ({ signal }) => adminApi.get('/api/admin/notifications', { query, signal }),
  })

/** For the number of unread notifications. */
export const unreadQuery = notificationsQuery({ page: 1, pageSize: 1 })

/** Reports that this page has content open, for as long as a component uses it; its data are the others. */
export const presenceQuery = (content: ContentRef) =>
  queryOptions({
    queryKey: ['admin', 'presence', content.kind, content.entryId],
    queryFn: async ({ signal }) =>
      (await adminApi.put(`/api/admin/presence/${addressOf(content)}`, { signal })).data,
    refetchInterval: PRESENCE.heartbeat,
    refetchIntervalInBackground: true,
    gcTime: 0,
    retry: false,
  })

export const endPresence = (content: ContentRef) =>
  adminApi.delete(`/api/admin/presence/${addressOf(content)}`)

/** The writes of comments and notifications. */
export function useCommentWrites() {
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: adminKey('comments') })
  return {
    create: useMutation({
      mutationFn: ({ content, input, key }: { content: ContentRef; input: CommentInput; key: string }) =>
        adminApi.post(`/api/admin/comments/${addressOf(content)}`, {
          body: input,
          headers: { 'idempotency-key': key },
        }),
      onSuccess: refresh,
    }),
    change: useMutation({
      mutationFn: ({ id, ...body }: { id: string; body?: string; resolved?: boolean }) =>
        adminApi.patch(`/api/admin/comments/${id}`, { body }),
      onSuccess: refresh,
    }),
    remove: useMutation({
      mutationFn: (id: string) => adminApi.delete(`/api/admin/comments/${id}`),
      onSuccess: refresh,
    }),
    markRead: useMutation({
      mutationFn: (ids?: string[]) =>
        adminApi.post('/api/admin/notifications/read', { body: ids ? { ids } : {} }),
      onSuccess: refresh,
    }),
  }
}
