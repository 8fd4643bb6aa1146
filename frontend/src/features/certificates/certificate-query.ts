import type { certificateReply } from '@rehearse/contracts'
import { queryOptions } from '@tanstack/react-query'
import { learnerApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'

/** What anybody who has its code may see of a certificate. */
export const certificateQuery = (code: string) =>
  queryOptions({
    queryKey: ['certificate', code],
    queryFn: async ({ signal }) =>
      (
        await learnerApi.get<Reply<typeof certificateReply>>(
          `/api/certificates/${encodeURIComponent(code)}`,
          { signal },
        )
      ).certificate,
  })
