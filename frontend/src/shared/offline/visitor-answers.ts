import { VISITOR_ANSWERS } from '../constants.ts'
import { type QueuedAnswer, queueAnswer, queuedAnswers, removeAnswers, sendAnswers } from './answer-queue.ts'
import { offlineDatabase, type PendingAnswer } from './offline-database.ts'

/** The owner of answers until someone signs up. No account has this id. */
export const VISITOR = 'visitor'

/** Stores an answer given without an account; the oldest are dropped. */
export async function saveVisitorAnswer(
  answer: PendingAnswer,
  title: string,
  isCorrect: boolean,
): Promise<void> {
  await queueAnswer(answer, title, { isCorrect })
  await recentAnswers()
}

export const visitorAnswers = async (): Promise<PendingAnswer[]> =>
  (await recentAnswers()).map(({ about: _about, ...answer }) => answer)

/** Whether a visitor's latest answer to a question was correct, by the question's id. */
export const visitorMarks = async (): Promise<ReadonlyMap<string, boolean>> =>
  new Map(
    (await recentAnswers()).map(({ questionId = '', about }) => [questionId, about?.isCorrect === true]),
  )

/**
 * A visitor's recent answers on this device, oldest first. Expired answers, and those over the limit, are removed.
 */
async function recentAnswers(): Promise<QueuedAnswer[]> {
  const kept = await queuedAnswers(VISITOR)
  const oldest = Date.now() - VISITOR_ANSWERS.age
  const current = kept
    .filter(({ answeredAt }) => Date.parse(answeredAt) > oldest)
    .slice(-VISITOR_ANSWERS.count)
  const ids = new Set(current.map(({ answerId }) => answerId))
  const surplus = kept.filter(({ answerId }) => !ids.has(answerId))
  if (surplus.length > 0) await removeAnswers(surplus.map(({ answerId }) => answerId))
  return current
}

/**
 * Moves a visitor's answers to the new account and sends them. They keep their ids, so each is saved once; those that
 * can't be sent now stay queued.
 */
export async function addVisitorAnswers(uid: string): ReturnType<typeof sendAnswers> {
  const ids = (await visitorAnswers()).map(({ answerId }) => answerId)
  const change = (await offlineDatabase()).transaction('answers', 'readwrite')
  for (const answerId of ids) {
    const answer = await change.store.index('answerId').get(answerId)
    if (answer?.userId === VISITOR) await change.store.put({ ...answer, userId: uid })
  }
  await change.done
  return sendAnswers(uid)
}

export const discardVisitorAnswers = async (): Promise<void> =>
  removeAnswers((await visitorAnswers()).map(({ answerId }) => answerId))
