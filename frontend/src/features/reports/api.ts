import type { ItemReportQuery, progressOverviewReply, QuestionReport } from '@rehearse/contracts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { adminKey } from '../../shared/admin/admin-self.ts'
import { adminApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'

interface PageOf {
  page: number
  pageSize: number
}

export type Overview = Reply<typeof progressOverviewReply>

/** @param days the number of days up to today, in UTC */
export const overviewQuery = (days: number) =>
  queryOptions({
    queryKey: adminKey('answers', 'overview', days),
    queryFn: ({ signal }) => {
      const to = new Date().toISOString().slice(0, 10)
      const from = new Date(Date.parse(to) - (days - 1) * 86_400_000).toISOString().slice(0, 10)
      return adminApi.get('/api/admin/progress/overview', {
        query: { from, to },
        signal,
      })
    },
    placeholderData: keepPreviousData,
  })

export const itemReportsQuery = (query: PageOf & { order: ItemReportQuery['order'] }) =>
  queryOptions({
    queryKey: adminKey('answers', 'items', query),
    queryFn: ({ signal }) =>
      adminApi.get('/api/admin/progress/questions', {
        query: { ...query },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

export const itemStatisticsQuery = (id: string) =>
  queryOptions({
    queryKey: adminKey('answers', 'item', id),
    queryFn: ({ signal }) =>
      adminApi.get(`/api/admin/progress/questions/${encodeURIComponent(id)}/statistics`, { signal }),
  })

/** The current question, for the texts of its options. */
export const shownQuestionQuery = (id: string) =>
  queryOptions({
    queryKey: adminKey('questions', 'shown', id),
    queryFn: async ({ signal }) =>
      (await adminApi.get(`/api/questions/unified/${encodeURIComponent(id)}`, { signal })).data,
  })

export const calibrationQuery = queryOptions({
  queryKey: adminKey('answers', 'calibration'),
  queryFn: ({ signal }) => adminApi.get('/api/admin/progress/calibration', { signal }),
})

export const coverageQuery = queryOptions({
  queryKey: adminKey('questions', 'coverage'),
  queryFn: async ({ signal }) => (await adminApi.get('/api/admin/reports/coverage', { signal })).data,
})

export const reportedQuery = (query: PageOf & { state?: QuestionReport['state'] }) =>
  queryOptions({
    queryKey: adminKey('reports', query),
    queryFn: ({ signal }) =>
      adminApi.get('/api/admin/reports/questions', {
        query: { ...query },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
