import type { Pagination, Question, questionListReply } from '@rehearse/contracts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { adminApi, type Query } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'
import type { ListFilters, QuestionFilters } from './list-filters.ts'

export interface QuestionPage {
  questions: Question[]
  pagination: Pagination
}

export const questionsKey = ['admin', 'data', 'questions']

/** One page of questions with their keys, as admins get them. */
export const questionPageQuery = (filters: ListFilters) =>
  queryOptions({
    queryKey: [...questionsKey, filters],
    queryFn: async ({ signal }): Promise<QuestionPage> => {
      const { page, pageSize, sort, ...rest } = filters
      const reply = await adminApi.get<Reply<typeof questionListReply>>('/api/questions/unified', {
        query: {
          ...filterQuery(rest),
          page,
          pageSize,
          orderBy: sort.by,
          orderDirection: sort.direction,
          includePagination: true,
        },
        signal,
      })
      const totalCount = reply.data.length
      return {
        questions: reply.data.filter(hasKey),
        pagination: reply.pagination ?? {
          page,
          pageSize,
          totalCount,
          totalPages: 1,
          hasNext: false,
          hasPrev: false,
        },
      }
    },
    placeholderData: keepPreviousData,
  })

/** The filters as the server knows them. */
export function filterQuery({ status, ...rest }: QuestionFilters): Query {
  if (status === 'unapproved') return { ...rest, approved: false }
  if (status === 'active') return { ...rest, isActive: true }
  return status === 'inactive' ? { ...rest, isActive: false } : rest
}

/** The reply says by its shape to whom the server spoke; to an admin every question carries its key. */
export const hasKey = (question: Reply<typeof questionListReply>['data'][number]): question is Question =>
  'usageCount' in question
