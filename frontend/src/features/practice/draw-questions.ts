import type { questionListReply, questionOneReply } from '@rehearse/contracts'
import { ApiError } from '../../shared/api/api-error.ts'
import { learnerApi } from '../../shared/api/client.ts'
import { inOwnLanguage } from '../../shared/api/own-language.ts'
import type { Reply } from '../../shared/api/reply.ts'
import type { RunQuestion } from './graded.ts'

export interface Drawing {
  seed: string
  /** Null for a visitor, who gets no keys. */
  uid: string | null
  signal: AbortSignal
}

/** Questions picked by the server. The same seed gives the same ones, so a reload in between is no new deal. */
export async function drawQuestions(
  filters: Partial<Record<string, string>>,
  count: number,
  { seed, uid, signal }: Drawing,
): Promise<RunQuestion[]> {
  const reply = await learnerApi.get<Reply<typeof questionListReply>>('/api/questions/unified', {
    query: {
      ...filters,
      ...inOwnLanguage(),
      random: true,
      count,
      seed,
      ...(uid !== null && { include: 'answers' }),
    },
    signal,
  })
  return reply.data
}

/** These questions, in this order; those that are gone are left out. */
export async function fetchQuestions(
  ids: readonly string[],
  { uid, signal }: Drawing,
): Promise<RunQuestion[]> {
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
