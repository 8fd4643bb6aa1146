import type { AnsweredQuestion, AnswerInput, LearningSessionInput } from '@rehearse/contracts'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { OFFLINE_DATABASE, SAVED_QUESTIONS_MAX } from '../constants.ts'
import { user } from '../storage.ts'
import { saveImages } from './saved-images.ts'

/** An answer as it is sent, with its id and its learner. */
export type PendingAnswer = Partial<AnswerInput> & { answerId: string; userId: string; answeredAt: string }

/** The displayed part of an answer on this device; it isn't sent. */
export interface AboutAnswer {
  title: string
  /** The server's message if it rejected the answer. */
  refusal?: string
  /** Whether a visitor's answer was correct. */
  isCorrect?: boolean
}

/** A practice session: reported to the server when it begins and when it ends. */
export interface QueuedSession extends LearningSessionInput {
  userId: string
  startTime: string
  /** The time of its last answer so far. */
  endTime: string
  /** Whether the server knows that it began. */
  told: boolean
}

/** A copy of a query's data, for when the server can't be reached. */
export interface SavedCopy {
  userId: string
  /** The hash of its query. */
  hash: string
  savedAt: number
  /** The build that wrote it and can read it. */
  build: string
  data: unknown
}

export interface OfflineSchema extends DBSchema {
  /** In the order they were given. */
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
 * The offline data on this device. Rejects if the browser stores nothing, as in some private windows, and after a
 * sign-out.
 */
export const offlineDatabase = async (): Promise<IDBPDatabase<OfflineSchema>> => {
  if (user.left) throw new Error('signed out')
  return openOfflineDatabase()
}

/** For a sign-out, which clears the database. */
export function openOfflineDatabase(): Promise<IDBPDatabase<OfflineSchema>> {
  opening ??= openDB<OfflineSchema>(OFFLINE_DATABASE, 3, {
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
    // Another tab needs a newer version, or the browser closed it: the next call reopens it.
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

/** Caches loaded questions with their keys for offline use; the oldest are dropped. */
export async function cacheQuestions(userId: string, questions: readonly AnsweredQuestion[]): Promise<void> {
  const change = (await offlineDatabase()).transaction('questions', 'readwrite')
  const keptAt = Date.now()
  for (const question of questions) await change.store.put({ userId, id: question.id, keptAt, question })
  const all = await change.store.index('userId').getAll(userId)
  const surplus = all.sort((one, other) => other.keptAt - one.keptAt).slice(SAVED_QUESTIONS_MAX)
  for (const { id } of surplus) await change.store.delete([userId, id])
  await change.done
  void saveImages(questions).catch(() => undefined)
}

export async function cachedQuestions(userId: string): Promise<AnsweredQuestion[]> {
  const database = await offlineDatabase()
  return (await database.getAllFromIndex('questions', 'userId', userId)).map(({ question }) => question)
}
