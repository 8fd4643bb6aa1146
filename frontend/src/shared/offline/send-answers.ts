import type { AnswerResult, batchReply, ProgressSummary, SaveReply } from '@rehearse/contracts'
import { ApiError } from '../api/api-error.ts'
import { learnerApi } from '../api/client.ts'
import type { Reply } from '../api/reply.ts'
import { forgetAnswers, keptAnswers, recountAnswers } from './kept-answers.ts'
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
 * Sends what waits, in order, until nothing does: from one tab at a time. What the server has taken or refused waits no
 * longer; what it could not be asked about stays.
 *
 * @throws {ApiError} when the server is away or the session is over
 */
export const sendAnswers = (userId: string): Promise<Sent> =>
  alone(async () => {
    const sent: Sent = { results: new Map(), refused: new Map(), progress: null }
    try {
      for (;;) {
        const waiting = (await keptAnswers(userId)).slice(0, BATCH)
        if (waiting.length === 0) return sent
        await (waiting.length === 1 ? sendOne(waiting[0] as KeptAnswer, sent) : sendMany(waiting, sent))
        await forgetAnswers(waiting.map(({ answerId }) => answerId))
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

/** One at a time: in all tabs, where the browser can see to it. Over plain http it has no locks. */
function alone<Result>(work: () => Promise<Result>): Promise<Result> {
  const locks: LockManager | null | undefined = navigator.locks
  return locks ? locks.request('rehearse-answers', work) : inTurn(work)
}

let last: Promise<unknown> = Promise.resolve()
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const turn = last.then(work, work)
  last = turn.catch(() => undefined)
  return turn
}
