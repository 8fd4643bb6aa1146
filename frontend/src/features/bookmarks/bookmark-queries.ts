import type { bookmarkListReply, noteListReply } from '@rehearse/contracts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { bookmarkLists, noteLists } from '../../shared/account/bookmark-lists.ts'
import { learnerApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'

interface Span {
  page: number
  pageSize: number
}

export const firstPage: Span = { page: 1, pageSize: 10 }

/** The latest first. */
export const bookmarksQuery = (query: Span) =>
  queryOptions({
    queryKey: [...bookmarkLists, query],
    queryFn: ({ signal }) =>
      learnerApi.get<Reply<typeof bookmarkListReply>>('/api/progress/bookmarks', {
        query: { ...query },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

/** The latest changed first. */
export const notesQuery = (query: Span) =>
  queryOptions({
    queryKey: [...noteLists, query],
    queryFn: ({ signal }) =>
      learnerApi.get<Reply<typeof noteListReply>>('/api/progress/notes', { query: { ...query }, signal }),
    placeholderData: keepPreviousData,
  })
