import type { AnswerResult, batchReply, ProgressSummary, SaveReply } from '@rehearse/contracts'
import { expectSignedIn } from '../account/account-data.ts'
import { ApiError } from '../api/api-error.ts'
import { learnerApi } from '../api/client.ts'
import type { Reply } from '../api/reply.ts'
import { RECONNECT_INTERVAL } from '../constants.ts'
import { markRejected, pendingAnswers, recountAnswers, removeAnswers } from './answer-queue.ts'
import { withMutex } from './mutex.ts'
import type { PendingAnswer } from './offline-database.ts'

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

/** Until when the server has asked a learner's device to wait. */
let held: { userId: string; until: number; error: ApiError } | undefined

/**
 * Sends what waits, in order, until nothing does: from one tab at a time. What the server has taken is taken out; what it
 * has refused waits for its learner's decision, and what it could not be asked about for another time. Over the limit of
 * a minute, as many are sent as still fit; then nothing is, until the time that the server has named.
 *
 * @param onSent told each time the server has answered, before that is noted down here
 * @throws {ApiError} when the server is away or asks to wait, or the session is over
 */
export const sendAnswers = (userId: string, onSent?: (sent: Sent) => void): Promise<Sent> =>
  withMutex('rehearse-answers', async () => {
    if (held?.userId === userId && Date.now() < held.until) throw held.error
    const sent: Sent = { results: new Map(), refused: new Map(), progress: null }
    try {
      for (let size = BATCH; ; ) {
        const waiting = (await pendingAnswers(userId)).slice(0, size)
        if (waiting.length === 0) return sent
        expectSignedIn(userId)
        const failure = await sendSome(waiting, sent)
        onSent?.(sent)
        // Also before a failure some may have got through: sent again, they would count against the limit again.
        for (const { answerId } of waiting) {
          const refusal = sent.refused.get(answerId)
          if (refusal) await markRejected(answerId, refusal.message)
        }
        await removeAnswers([...sent.results.keys()])
        if (failure === null) continue
        size = leftOfLimit(failure)
        if (size > 0 && size < waiting.length) continue
        if (failure instanceof ApiError && failure.status === 429) {
          held = { userId, until: Date.now() + retryAfter(failure), error: failure }
        }
        throw failure
      }
    } finally {
      await recountAnswers(userId)
    }
  })

/** @returns why it could not go on; null when all of them were answered */
async function sendSome(answers: readonly PendingAnswer[], sent: Sent): Promise<unknown> {
  try {
    await (answers.length === 1 ? sendOne(answers[0] as PendingAnswer, sent) : sendMany(answers, sent))
    return null
  } catch (error) {
    return error
  }
}

/** How many answers the server would still take in this minute; 0 where the failure has nothing to do with that. */
const leftOfLimit = (failure: unknown): number =>
  failure instanceof ApiError && failure.status === 429 ? Number(headerOf(failure, 'ratelimit-remaining')) : 0

/** Milliseconds. */
const retryAfter = (failure: ApiError): number =>
  Number(headerOf(failure, 'retry-after')) * 1_000 || RECONNECT_INTERVAL

const headerOf = ({ cause }: ApiError, name: string): string | null =>
  cause instanceof Response ? cause.headers.get(name) : null

async function sendOne(answer: PendingAnswer, sent: Sent): Promise<void> {
  try {
    const reply = await postOne(answer)
    sent.results.set(answer.answerId, reply.result)
    sent.progress = reply.progress
  } catch (error) {
    if (!isRefusal(error)) throw error
    sent.refused.set(answer.answerId, error)
  }
}

async function postOne(answer: PendingAnswer): Promise<SaveReply> {
  try {
    return await learnerApi.post<SaveReply>('/api/progress/save', { body: dated(answer) })
  } catch (error) {
    // Its clock is wrong, or it has waited for months: better counted today than not at all.
    if (!(error instanceof ApiError) || error.code !== 'unbelievable_time') throw error
    const { answeredAt: _unbelievable, ...undated } = answer
    return learnerApi.post<SaveReply>('/api/progress/save', { body: undated })
  }
}

async function sendMany(answers: readonly PendingAnswer[], sent: Sent): Promise<void> {
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

const dated = (answer: PendingAnswer): Partial<PendingAnswer> => {
  const { answeredAt, ...undated } = answer
  return Date.now() - Date.parse(answeredAt) < JUST_NOW ? undated : answer
}

/** An answer that no later try would change; another person's session is none. */
const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && !error.isTransient && !error.isUnauthenticated && error.status !== 403
