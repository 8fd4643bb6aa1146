import type { Question, questionOneReply } from '@rehearse/contracts'
import { adminApi } from '../../../shared/api/client.ts'
import type { Reply } from '../../../shared/api/reply.ts'
import { hasKey } from '../list-query.ts'

/** A question as it is now, with its key. */
export async function readQuestion(id: string, signal?: AbortSignal): Promise<Question> {
  const path = `/api/questions/unified/${id}`
  const { data } = await adminApi.get<Reply<typeof questionOneReply>>(path, { signal })
  if (!hasKey(data)) throw new Error('the server took an admin for somebody else')
  return data
}
