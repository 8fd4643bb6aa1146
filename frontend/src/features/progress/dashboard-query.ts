import type { dashboardReply } from '@rehearse/contracts'
import { queryOptions } from '@tanstack/react-query'
import { learnerApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'
import { PROGRESS_TIMEOUT } from '../../shared/constants.ts'

export const dashboardQuery = (uid: string) =>
  queryOptions({
    queryKey: ['dashboard', uid],
    queryFn: async ({ signal }) => {
      const reply = await learnerApi.get<Reply<typeof dashboardReply>>('/api/progress/dashboard', {
        signal,
        timeout: PROGRESS_TIMEOUT,
      })
      return reply.dashboard
    },
  })
