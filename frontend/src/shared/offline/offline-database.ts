import type { AnsweredQuestion, AnswerInput, LearningSessionInput } from '@rehearse/contracts'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { KEPT_QUESTIONS } from '../constants.ts'
import { user } from '../storage.ts'

/** An answer as it is sent, with all that makes it count once and for the right person. */
export type PendingAnswer = Partial<AnswerInput> & { answerId: string; userId: string; answeredAt: string }

/** What a learner is shown about an answer on this device; none of it is sent. */
export interface AboutAnswer {
  title: string
  /** What the server said when it would not take the answer. */
  refusal?: string
}

/** A session of practice: told to the server when it begins, and when it is over. */
export interface QueuedSession extends LearningSessionInput {
  userId: string
  startTime: string
  /** The last answer in it, so far. */
  endTime: string
  /** Whether the server knows that it has begun. */
  told: boolean
}

/** What a page was shown from, for when the server can't be reached. */
export interface SavedCopy {
  userId: string
  /** Of its query. */
  hash: string
  savedAt: number
  /** The build whose pages understand it. */
  build: string
  data: unknown
}

export interface OfflineSchema extends DBSchema {
  /** In the order in which they were given. */
  answers: {
    key: number
    value: PendingAnswer & { place?: number; about?: AboutAnswer }
    indexes: { answerId: string; userId: string }
  }
  questions: {
    key: [string, string]
    value: { userId: string; id: string; keptAt: number; question: AnsweredQuestion }
    indexes: { userId: string }
  }
  sessions: { key: string; value: QueuedSession; indexes: { userId: string } }
  copies: { key: [string, string]; value: SavedCopy; indexes: { userId: string } }
}

let opening: Promise<IDBPDatabase<OfflineSchema>> | undefined

/**
 * What this device keeps for when there is no network. Rejects where the browser keeps nothing, as in some private windows,
 * and after a sign-out.
 */
export const offlineDatabase = async (): Promise<IDBPDatabase<OfflineSchema>> => {
  if (user.left) throw new Error('signed out')
  return openOfflineDatabase()
}

/** For a sign-out, which clears what is there. */
export function openOfflineDatabase(): Promise<IDBPDatabase<OfflineSchema>> {
  opening ??= openDB<OfflineSchema>('rehearse', 3, {
    upgrade(database, from) {
      if (from < 1) {
        const answers = database.createObjectStore('answers', { keyPath: 'place', autoIncrement: true })
        answers.createIndex('answerId', 'answerId', { unique: true })
        answers.createIndex('userId', 'userId')
        const questions = database.createObjectStore('questions', { keyPath: ['userId', 'id'] })
        questions.createIndex('userId', 'userId')
      }
      if (from < 2)
        database.createObjectStore('sessions', { keyPath: 'sessionId' }).createIndex('userId', 'userId')
      if (from < 3)
        database.createObjectStore('copies', { keyPath: ['userId', 'hash'] }).createIndex('userId', 'userId')
    },
    // Another tab wants a newer one, or the browser took it away: the next call reopens it.
    blocking: (_current, _blocked, event) => {
      ;(event.target as IDBDatabase | null)?.close()
      opening = undefined
    },
    terminated: () => {
      opening = undefined
    },
  })
  opening.catch(() => {
    opening = undefined
  })
  return opening
}

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
