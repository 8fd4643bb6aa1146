import type { AnsweredQuestion } from '@rehearse/contracts'
import { KEPT_QUESTIONS } from '../constants.ts'
import { offlineDatabase } from './offline-database.ts'

/** Keeps what was loaded, with its key, for when there is no network; the oldest make room. */
export async function cacheQuestions(userId: string, questions: readonly AnsweredQuestion[]): Promise<void> {
  const change = (await offlineDatabase()).transaction('questions', 'readwrite')
  const keptAt = Date.now()
  for (const question of questions) await change.store.put({ userId, id: question.id, keptAt, question })
  const all = await change.store.index('userId').getAll(userId)
  const surplus = all.sort((one, other) => other.keptAt - one.keptAt).slice(KEPT_QUESTIONS)
  for (const { id } of surplus) await change.store.delete([userId, id])
  await change.done
}

export async function cachedQuestions(userId: string): Promise<AnsweredQuestion[]> {
  const database = await offlineDatabase()
  return (await database.getAllFromIndex('questions', 'userId', userId)).map(({ question }) => question)
}
