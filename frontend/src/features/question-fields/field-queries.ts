import type { BankItem, Guide } from '@rehearse/contracts'
import { queryOptions } from '@tanstack/react-query'
import { learnerApi } from '../../shared/api/client.ts'

export const bankQuery = queryOptions({
  queryKey: ['catalogue', 'question-bank'],
  queryFn: ({ signal }) =>
    learnerApi.get<{ data: BankItem[]; companies: string[] }>('/api/question-bank', { signal }),
})

export const guideQuery = (id: string) =>
  queryOptions({
    queryKey: ['catalogue', 'guides', id],
    queryFn: async ({ signal }) =>
      (await learnerApi.get<{ data: Guide }>(`/api/guides/${id}`, { signal })).data,
  })
