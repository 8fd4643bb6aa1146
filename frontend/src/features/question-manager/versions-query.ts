import type { questionHistoryReply } from '@rehearse/contracts'
import { adminApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'

export type Version = Reply<typeof questionHistoryReply>['data'][number]

const PAGE = 50

/** One page of the versions of a question, newest first. */
export async function readVersions(id: string, page: number, signal?: AbortSignal) {
  const { data, pagination } = await adminApi.get<Reply<typeof questionHistoryReply>>(
    `/api/questions/unified/${id}/history`,
    { query: { page, pageSize: PAGE }, signal },
  )
  return { versions: data, next: pagination.hasNext ? page + 1 : null }
}
