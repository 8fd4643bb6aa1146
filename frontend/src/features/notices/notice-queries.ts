import type { noticesReply, ownReportListReply } from '@rehearse/contracts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { learnerApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'

interface Span {
  page: number
  pageSize: number
}

export const firstPage: Span = { page: 1, pageSize: 10 }

export const regradesQuery = (uid: string, query: Span) =>
  queryOptions({
    queryKey: ['account', uid, 'notices', 'regrades', query],
    queryFn: ({ signal }) =>
      learnerApi.get<Reply<typeof noticesReply>>('/api/progress/notices', { query: { ...query }, signal }),
    placeholderData: keepPreviousData,
  })

export const ownReportsQuery = (uid: string, query: Span) =>
  queryOptions({
    queryKey: ['account', uid, 'notices', 'reports', query],
    queryFn: ({ signal }) =>
      learnerApi.get<Reply<typeof ownReportListReply>>('/api/questions/reports', {
        query: { ...query },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
