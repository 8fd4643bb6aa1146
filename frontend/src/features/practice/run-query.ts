import type { PublicQuestion, questionListReply } from '@rehearse/contracts'
import { queryOptions } from '@tanstack/react-query'
import { learnerApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'
import { RUN_LENGTH } from '../../shared/constants.ts'
import type { Filters } from './filters.ts'

/** The questions of one run, picked by the server. The same seed gives the same ones, so a reload in between is no new deal. */
export const runQuery = (filters: Filters, seed: string) =>
  queryOptions({
    queryKey: ['practice', filters, seed],
    queryFn: async ({ signal }): Promise<PublicQuestion[]> => {
      const reply = await learnerApi.get<Reply<typeof questionListReply>>('/api/questions/unified', {
        query: { ...filters, random: true, count: RUN_LENGTH, seed },
        signal,
      })
      return reply.data
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  })
