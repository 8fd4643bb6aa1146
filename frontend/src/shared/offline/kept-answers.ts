import { create } from 'zustand'
import { type KeptAnswer, offlineDatabase } from './offline-database.ts'

/** How many answers wait on this device, for whom they are. Shared by all tabs. */
export const useKeptAnswers = create<{ waiting: number }>(() => ({ waiting: 0 }))

const tabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel('rehearse-answers') : null

/** Writes an answer down before it is sent, so that no crash and no closed lid loses it. Twice is once. */
export async function keepAnswer(answer: KeptAnswer): Promise<void> {
  const database = await offlineDatabase()
  const change = database.transaction('answers', 'readwrite')
  const known = await change.store.index('answerId').getKey(answer.answerId)
  if (known === undefined) await change.store.add(answer)
  await change.done
}

/** All that wait, the first given first. */
export async function keptAnswers(userId: string): Promise<KeptAnswer[]> {
  const database = await offlineDatabase()
  const answers = await database.getAllFromIndex('answers', 'userId', userId)
  return answers
    .sort((one, other) => (one.place ?? 0) - (other.place ?? 0))
    .map(({ place: _place, ...answer }) => answer)
}

/** Takes out what the server has. */
export async function forgetAnswers(answerIds: readonly string[]): Promise<void> {
  const change = (await offlineDatabase()).transaction('answers', 'readwrite')
  for (const answerId of answerIds) {
    const place = await change.store.index('answerId').getKey(answerId)
    if (place !== undefined) await change.store.delete(place)
  }
  await change.done
}

/** Counts anew what waits, here and in the other tabs. */
export async function recountAnswers(userId: string): Promise<void> {
  const database = await offlineDatabase()
  useKeptAnswers.setState({ waiting: await database.countFromIndex('answers', 'userId', userId) })
  tabs?.postMessage(userId)
}

/** Follows what other tabs keep and send. */
export function followKeptAnswers(userId: string): () => void {
  const recount = async () => {
    const database = await offlineDatabase()
    useKeptAnswers.setState({ waiting: await database.countFromIndex('answers', 'userId', userId) })
  }
  const listen = () => void recount().catch(() => undefined)
  tabs?.addEventListener('message', listen)
  listen()
  return () => tabs?.removeEventListener('message', listen)
}
