import { VISITOR_ANSWERS } from '../constants.ts'
import { queueAnswer, queuedAnswers, removeAnswers, sendAnswers } from './answer-queue.ts'
import { offlineDatabase, type PendingAnswer } from './offline-database.ts'

/** Whose answers these are until someone signs up. No account has this id. */
export const VISITOR = 'visitor'

/** Keeps an answer that was given without an account; the oldest make room. */
export async function keepVisitorAnswer(answer: PendingAnswer, title: string): Promise<void> {
  await queueAnswer(answer, title)
  await visitorAnswers()
}

/** What a visitor answered here lately, oldest first. What is too old, or too much, is removed on the way. */
export async function visitorAnswers(): Promise<PendingAnswer[]> {
  const kept = (await queuedAnswers(VISITOR)).map(({ about: _about, ...answer }) => answer)
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
 * Gives a visitor's answers to the account that was just made, and sends them. They keep their ids, so each is saved
 * once; what can't be sent now waits in the queue.
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
