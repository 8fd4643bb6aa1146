import type { AnswerResult, Badge, ProgressSummary, SaveReply } from '@rehearse/contracts'
import { BATCH_ANSWERS_MAX } from '@rehearse/contracts/constants'
import { create } from 'zustand'
import { expectSignedIn } from '../account/account-data.ts'
import { ApiError } from '../api/api-error.ts'
import { learnerApi } from '../api/client.ts'
import { RECONNECT_INTERVAL } from '../constants.ts'
import { isRejection } from './is-rejection.ts'
import { withMutex } from './mutex.ts'
import { type AboutAnswer, offlineDatabase, type PendingAnswer } from './offline-database.ts'

/** How many of the learner's answers on this device are waiting to be sent or were rejected. Shared by all tabs. */
export const useQueueCounts = create<{ waiting: number; refused: number }>(() => ({ waiting: 0, refused: 0 }))

/** An answer on this device with its title and, if the server rejected it, the reason. */
export type QueuedAnswer = PendingAnswer & { about: AboutAnswer | undefined }

const tabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel('rehearse-answers') : null

/**
 * Stores an answer before it is sent, so that a crash doesn't lose it. Idempotent; a rejected answer is sent again.
 */
export async function queueAnswer(
  answer: PendingAnswer,
  title = '',
  more: Omit<AboutAnswer, 'title'> = {},
): Promise<void> {
  const database = await offlineDatabase()
  const change = database.transaction('answers', 'readwrite')
  const place = await change.store.index('answerId').getKey(answer.answerId)
  await change.store.put({ ...answer, about: { title, ...more }, ...(place !== undefined && { place }) })
  await change.done
}

/** All of a learner's answers, oldest first. */
export async function queuedAnswers(userId: string): Promise<QueuedAnswer[]> {
  const database = await offlineDatabase()
  const answers = await database.getAllFromIndex('answers', 'userId', userId)
  return answers
    .sort((one, other) => (one.place ?? 0) - (other.place ?? 0))
    .map(({ place: _place, about, ...answer }) => ({ ...answer, about }))
}

/** The answers to send, in the form the server expects. */
export const pendingAnswers = async (userId: string): Promise<PendingAnswer[]> =>
  (await queuedAnswers(userId))
    .filter((answer) => !isRefused(answer))
    .map(({ about: _about, ...answer }) => answer)

export const isRefused = ({ about }: Pick<QueuedAnswer, 'about'>): boolean => about?.refusal !== undefined

/** Removes answers that the server has recorded or the learner has discarded. */
export async function removeAnswers(answerIds: readonly string[]): Promise<void> {
  const change = (await offlineDatabase()).transaction('answers', 'readwrite')
  for (const answerId of answerIds) {
    const place = await change.store.index('answerId').getKey(answerId)
    if (place !== undefined) await change.store.delete(place)
  }
  await change.done
}

/** Stores why the server rejected an answer; without a reason the answer is sent again. */
export async function markRejected(answerId: string, refusal?: string): Promise<void> {
  const change = (await offlineDatabase()).transaction('answers', 'readwrite')
  const answer = await change.store.index('answerId').get(answerId)
  if (answer) {
    const title = answer.about?.title ?? ''
    await change.store.put({ ...answer, about: { title, ...(refusal !== undefined && { refusal }) } })
  }
  await change.done
}

/** Counts the queue again, in this tab and the others. */
export async function recountAnswers(userId: string): Promise<void> {
  await recount(userId)
  tabs?.postMessage(userId)
}

/** Updates the counts when another tab changes the queue. */
export function followQueue(userId: string): () => void {
  const listen = () => void recount(userId).catch(() => undefined)
  tabs?.addEventListener('message', listen)
  listen()
  return () => tabs?.removeEventListener('message', listen)
}

async function recount(userId: string): Promise<void> {
  const queued = await queuedAnswers(userId)
  const refused = queued.filter(isRefused).length
  useQueueCounts.setState({ waiting: queued.length - refused, refused })
}

/** The server, whose clock is right, dates an answer given this recently with none queued before it. */
const JUST_NOW = 60_000

export interface Sent {
  /** Keyed by answer id. */
  results: Map<string, AnswerResult>
  refused: Map<string, ApiError>
  progress: ProgressSummary | null
  newBadges: Badge[]
}

/** Until when the server has asked this learner's device to wait. */
let held: { userId: string; until: number; error: ApiError } | undefined

/**
 * Sends the queued answers in order until none are left, from one tab at a time. Saved answers leave the queue;
 * rejected ones stay for the learner to decide, unsent ones for the next attempt. Over the rate limit it sends as
 * many as still fit, then nothing until the time the server named.
 *
 * @param onSent called after each response, before the queue is updated
 * @throws {ApiError} if the server is unavailable or asks to wait, or the session is over
 */
export const sendAnswers = (userId: string, onSent?: (sent: Sent) => void): Promise<Sent> =>
  withMutex('rehearse-answers', async () => {
    if (held?.userId === userId && Date.now() < held.until) throw held.error
    const sent: Sent = { results: new Map(), refused: new Map(), progress: null, newBadges: [] }
    try {
      for (let size = BATCH_ANSWERS_MAX; ; ) {
        const waiting = (await pendingAnswers(userId)).slice(0, size)
        if (waiting.length === 0) return sent
        expectSignedIn(userId)
        const failure = await sendSome(waiting, sent)
        onSent?.(sent)
        // Some may have been saved before a failure: sent again, they would count against the limit again.
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

/** @returns the error that stopped it; null if every answer has a result */
async function sendSome(answers: readonly PendingAnswer[], sent: Sent): Promise<unknown> {
  try {
    await (answers.length === 1 ? sendOne(answers[0] as PendingAnswer, sent) : sendMany(answers, sent))
    return null
  } catch (error) {
    return error
  }
}

/** How many answers the server still accepts in this minute; 0 if the failure isn't the rate limit. */
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
    sent.newBadges.push(...reply.newBadges)
  } catch (error) {
    if (!isRejection(error)) throw error
    sent.refused.set(answer.answerId, error)
  }
}

async function postOne(answer: PendingAnswer): Promise<SaveReply> {
  try {
    return await learnerApi.post('/api/progress/save', { body: dated(answer) })
  } catch (error) {
    // The clock is wrong, or the answer is months old: better counted today than not at all.
    if (!(error instanceof ApiError) || error.code !== 'unbelievable_time') throw error
    const { answeredAt: _unbelievable, ...undated } = answer
    return learnerApi.post('/api/progress/save', { body: undated })
  }
}

async function sendMany(answers: readonly PendingAnswer[], sent: Sent): Promise<void> {
  const reply = await learnerApi.post('/api/progress/save/batch', {
    body: { answers },
  })
  sent.progress = reply.progress
  sent.newBadges.push(...reply.newBadges)
  for (const { answerId, result } of reply.results) {
    if (answerId !== null && result) sent.results.set(answerId, result)
  }
  // A rejected row is sent again on its own, which returns the reason.
  for (const answer of answers) if (!sent.results.has(answer.answerId)) await sendOne(answer, sent)
}

const dated = (answer: PendingAnswer): Partial<PendingAnswer> => {
  const { answeredAt, ...undated } = answer
  return Date.now() - Date.parse(answeredAt) < JUST_NOW ? undated : answer
}
