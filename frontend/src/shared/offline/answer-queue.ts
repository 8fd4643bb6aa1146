import { create } from 'zustand'
import { type AboutAnswer, offlineDatabase, type PendingAnswer } from './offline-database.ts'

/** How many of the learner's answers on this device wait to be sent or were rejected. Shared by all tabs. */
export const useQueueCounts = create<{ waiting: number; refused: number }>(() => ({ waiting: 0, refused: 0 }))

/** An answer on this device with its title and, if the server rejected it, the reason. */
export type QueuedAnswer = PendingAnswer & { about: AboutAnswer | undefined }

const tabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel('rehearse-answers') : null

/** Stores an answer before it is sent, so that a crash doesn't lose it. Idempotent; a rejected answer is tried again. */
export async function queueAnswer(answer: PendingAnswer, title = ''): Promise<void> {
  const database = await offlineDatabase()
  const change = database.transaction('answers', 'readwrite')
  const place = await change.store.index('answerId').getKey(answer.answerId)
  await change.store.put({ ...answer, about: { title }, ...(place !== undefined && { place }) })
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
