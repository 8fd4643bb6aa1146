import type { questionOneReply } from '@rehearse/contracts'
import { ApiError } from '../../shared/api/api-error.ts'
import { learnerApi } from '../../shared/api/client.ts'
import { inOwnLanguage } from '../../shared/api/own-language.ts'
import type { Reply } from '../../shared/api/reply.ts'
import type { Drawing } from './draw-questions.ts'
import type { RunQuestion } from './graded.ts'

/** These questions, in this order; those that are gone are left out. */
export async function drawNamed(ids: readonly string[], { uid, signal }: Drawing): Promise<RunQuestion[]> {
  const replies = await Promise.allSettled(
    ids.map((id) =>
      learnerApi.get<Reply<typeof questionOneReply>>(`/api/questions/unified/${id}`, {
        query: { ...inOwnLanguage(), ...(uid !== null && { include: 'answers' }) },
        signal,
      }),
    ),
  )
  const found = replies.flatMap((reply) => (reply.status === 'fulfilled' ? [reply.value.data] : []))
  const failed = replies.find((reply) => reply.status === 'rejected' && !isGone(reply.reason))
  if (found.length === 0 && failed?.status === 'rejected') throw failed.reason
  return found
}

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404
