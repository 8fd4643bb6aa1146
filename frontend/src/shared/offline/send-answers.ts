import type { AnswerResult, batchReply, ProgressSummary, SaveReply } from '@rehearse/contracts'
import { ApiError } from '../api/api-error.ts'
import { learnerApi } from '../api/client.ts'
import type { Reply } from '../api/reply.ts'
import { alone } from './alone.ts'
import { forgetAnswers, keptAnswers, noteRefusal, recountAnswers } from './kept-answers.ts'
import type { KeptAnswer } from './offline-database.ts'

/** Answers that the server takes at once. */
const BATCH = 500
/** An answer given just now, with none before it, is dated by the server, whose clock is right. */
const JUST_NOW = 60_000

export interface Sent {
  /** By the answers' ids. */
  results: Map<string, AnswerResult>
  refused: Map<string, ApiError>
  progress: ProgressSummary | null
}

/**
 * Sends what waits, in order, until nothing does: from one tab at a time. What the server has taken is taken out; what it
 * has refused waits for its learner's decision, and what it could not be asked about for another time.
 *
 * @param onSent told each time the server has answered, before that is noted down here
 * @throws {ApiError} when the server is away or the session is over
 */
export const sendAnswers = (userId: string, onSent?: (sent: Sent) => void): Promise<Sent> =>
  alone('rehearse-answers', async () => {
    const sent: Sent = { results: new Map(), refused: new Map(), progress: null }
    try {
      for (;;) {
        const waiting = (await keptAnswers(userId)).slice(0, BATCH)
        if (waiting.length === 0) return sent
        await (waiting.length === 1 ? sendOne(waiting[0] as KeptAnswer, sent) : sendMany(waiting, sent))
        onSent?.(sent)
        for (const { answerId } of waiting) {
          const refusal = sent.refused.get(answerId)
          if (refusal) await noteRefusal(answerId, refusal.message)
        }
        await forgetAnswers([...sent.results.keys()])
      }
    } finally {
      await recountAnswers(userId)
    }
  })

async function sendOne(answer: KeptAnswer, sent: Sent): Promise<void> {
  try {
    const reply = await postOne(answer)
    sent.results.set(answer.answerId, reply.result)
    sent.progress = reply.progress
  } catch (error) {
    if (!isRefusal(error)) throw error
    sent.refused.set(answer.answerId, error)
  }
}

async function postOne(answer: KeptAnswer): Promise<SaveReply> {
  try {
    return await learnerApi.post<SaveReply>('/api/progress/save', { body: dated(answer) })
  } catch (error) {
    // Its clock is wrong, or it has waited for months: better counted today than not at all.
    if (!(error instanceof ApiError) || error.code !== 'unbelievable_time') throw error
    const { answeredAt: _unbelievable, ...undated } = answer
    return learnerApi.post<SaveReply>('/api/progress/save', { body: undated })
  }
}

async function sendMany(answers: readonly KeptAnswer[], sent: Sent): Promise<void> {
  const reply = await learnerApi.post<Reply<typeof batchReply>>('/api/progress/save/batch', {
    body: { answers },
  })
  sent.progress = reply.progress
  for (const { answerId, result } of reply.results) {
    if (answerId !== null && result) sent.results.set(answerId, result)
  }
  // A row that was refused is asked about by itself, which says why.
  for (const answer of answers) if (!sent.results.has(answer.answerId)) await sendOne(answer, sent)
}

const dated = (answer: KeptAnswer): Partial<KeptAnswer> => {
  const { answeredAt, ...undated } = answer
  return Date.now() - Date.parse(answeredAt) < JUST_NOW ? undated : answer
}

/** An answer that no later try would change; another person's session is none. */
const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && !error.isTransient && !error.isUnauthenticated && error.status !== 403
