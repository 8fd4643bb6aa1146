import { randomUUID } from 'node:crypto'
import { type QuestionSnapshot, questionSubjects } from '@rehearse/contracts'
import { type App, openNats } from '@rehearse/service-kit'
import type { TestDatabase } from '@rehearse/testing/test-database'
import { startTestIdentity, type TestIdentity } from '@rehearse/testing/test-identity'
import { waitUntilReady } from '@rehearse/testing/wait-until-ready'
import { buildApp } from '../app.ts'
import { config } from '../config.ts'

export interface ProgressService {
  app: App
  /** Where it listens. */
  url: string
  identity: TestIdentity
  /** Tells the service of a question version, as the questions service would. */
  publishQuestion(snapshot?: Partial<QuestionSnapshot>): Promise<QuestionSnapshot>
  close(): Promise<void>
}

/** The service as it runs in production, on a database and a NATS server of a test's own. */
export async function startProgressService(
  database: TestDatabase,
  natsUrl: string,
): Promise<ProgressService> {
  const app = await buildApp(
    config.parse({
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      NATS_URL: natsUrl,
      DATABASE_URL: database.databaseUrl,
      DATABASE_OWNER_URL: database.ownerUrl,
    }),
  )
  const nats = openNats({ url: natsUrl, name: 'test', replicas: 1, log: app.log, owns: 'questions' })
  nats.start()
  const identity = await startTestIdentity(natsUrl)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  await waitUntilReady(url, { deadlineMs: 30_000 })

  return {
    app,
    url,
    identity,
    publishQuestion: async (changes = {}) => {
      const snapshot = questionSnapshot(changes)
      const message = {
        id: randomUUID(),
        type: 'QuestionCreated',
        version: 1,
        occurredAt: new Date().toISOString(),
        correlationId: null,
        causationId: null,
        data: snapshot,
      }
      const js = await nats.jetstream()
      await js.publish(questionSubjects.created, JSON.stringify(message))
      return snapshot
    },
    close: async () => {
      await app.close()
      await identity.close()
      await nats.close()
    },
  }
}

export function questionSnapshot(changes: Partial<QuestionSnapshot> = {}): QuestionSnapshot {
  return {
    questionId: randomUUID(),
    version: 1,
    title: 'Four timers, one variable',
    type: 'multiple-choice',
    difficulty: 'intermediate',
    options: [
      { id: 'a', text: '4 4 4 4', isCorrect: true },
      { id: 'b', text: '0 1 2 3', isCorrect: false, feedback: 'It would, with let.' },
    ],
    explanation: 'All four callbacks read the same variable.',
    category: 'JavaScript',
    learningPath: 'javascript-deep-dive',
    sectionId: null,
    topic: 'closures',
    points: 10,
    isActive: true,
    approved: true,
    ...changes,
  }
}
