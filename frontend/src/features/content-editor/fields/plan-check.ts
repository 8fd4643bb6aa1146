import type { planCheckReply } from '@rehearse/contracts'
import { queryOptions } from '@tanstack/react-query'
import { adminApi } from '../../../shared/api/client.ts'
import type { Reply } from '../../../shared/api/reply.ts'

/** What one section of a plan rests on: its category, and the questions that it has chosen. */
export const planCheckQuery = (category: string, questions: readonly string[]) =>
  queryOptions({
    queryKey: ['admin', 'data', 'plan-check', category, questions],
    queryFn: async ({ signal }) => {
      // Where no category is named yet, one is asked for that there can't be.
      const section = { id: 'section', name: 'section', category: category || '-', questions }
      const reply = await adminApi.post<Reply<typeof planCheckReply>>('/api/guided-learning/plans/check', {
        body: { sections: [section] },
        signal,
      })
      return reply.data[0]
    },
  })
