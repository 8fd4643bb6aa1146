import type { questionListReply } from '@rehearse/contracts'
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
