import { create } from 'zustand'
import { type AboutAnswer, type KeptAnswer, offlineDatabase } from './offline-database.ts'

/** How many answers of this learner are on this device: to be sent, and refused. Shared by all tabs. */
export const useKeptAnswers = create<{ waiting: number; refused: number }>(() => ({ waiting: 0, refused: 0 }))

/** An answer on this device, with what is shown of it. */
export type QueuedAnswer = KeptAnswer & { about: AboutAnswer | undefined }

const tabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel('rehearse-answers') : null

/**
 * Writes an answer down before it is sent, so that no crash and no closed lid loses it. Twice is once; one that was
 * refused is tried again.
 */
export async function keepAnswer(answer: KeptAnswer, title = ''): Promise<void> {
  const database = await offlineDatabase()
  const change = database.transaction('answers', 'readwrite')
  const place = await change.store.index('answerId').getKey(answer.answerId)
  await change.store.put({ ...answer, about: { title }, ...(place !== undefined && { place }) })
  await change.done
}

/** All of a learner's, the first given first. */
export async function queuedAnswers(userId: string): Promise<QueuedAnswer[]> {
  const database = await offlineDatabase()
  const answers = await database.getAllFromIndex('answers', 'userId', userId)
  return answers
    .sort((one, other) => (one.place ?? 0) - (other.place ?? 0))
    .map(({ place: _place, about, ...answer }) => ({ ...answer, about }))
}

/** Those that wait to be sent, as they are sent. */
export const keptAnswers = async (userId: string): Promise<KeptAnswer[]> =>
  (await queuedAnswers(userId))
    .filter((answer) => !isRefused(answer))
    .map(({ about: _about, ...answer }) => answer)

export const isRefused = ({ about }: Pick<QueuedAnswer, 'about'>): boolean => about?.refusal !== undefined

/** Takes out what the server has, or what its learner has given up. */
export async function forgetAnswers(answerIds: readonly string[]): Promise<void> {
  const change = (await offlineDatabase()).transaction('answers', 'readwrite')
  for (const answerId of answerIds) {
    const place = await change.store.index('answerId').getKey(answerId)
    if (place !== undefined) await change.store.delete(place)
  }
  await change.done
}

/** Notes what the server said to an answer that it would not take; without words it waits to be sent again. */
export async function noteRefusal(answerId: string, refusal?: string): Promise<void> {
  const change = (await offlineDatabase()).transaction('answers', 'readwrite')
  const answer = await change.store.index('answerId').get(answerId)
  if (answer) {
    const title = answer.about?.title ?? ''
    await change.store.put({ ...answer, about: { title, ...(refusal !== undefined && { refusal }) } })
  }
  await change.done
}

/** Counts anew what is here, for this tab and the others. */
export async function recountAnswers(userId: string): Promise<void> {
  await recount(userId)
  tabs?.postMessage(userId)
}

/** Follows what other tabs keep and send. */
export function followKeptAnswers(userId: string): () => void {
  const listen = () => void recount(userId).catch(() => undefined)
  tabs?.addEventListener('message', listen)
  listen()
  return () => tabs?.removeEventListener('message', listen)
}

async function recount(userId: string): Promise<void> {
  const queued = await queuedAnswers(userId)
  const refused = queued.filter(isRefused).length
  useKeptAnswers.setState({ waiting: queued.length - refused, refused })
}
