import { randomUUID } from 'node:crypto'
import {
  type BadgeRule,
  definitionSubjects,
  identitySubjects,
  type QuestionMessage,
  type QuestionSnapshot,
} from '@rehearse/contracts'
import type { App } from '@rehearse/service-kit'
import { startTestBank, type TestBank } from '@rehearse/testing/test-bank'
import type { TestDatabase } from '@rehearse/testing/test-database'
import { startTestIdentity, type TestIdentity } from '@rehearse/testing/test-identity'
import { waitUntilReady } from '@rehearse/testing/wait-until-ready'
import { buildApp } from '../app.ts'
import { config } from '../config.ts'

export interface ProgressService {
  app: App
  /** The service's base URL. */
  url: string
  identity: TestIdentity
  /** Publishes as the questions service does. */
  bank: TestBank
  /** Publishes a question version, as the questions service does. */
  publishQuestion(snapshot?: Partial<QuestionSnapshot>): Promise<QuestionSnapshot>
  /** Defines a badge, as the library does. */
  publishBadge(badge: { badgeId: string; rule: BadgeRule }): Promise<void>
  /** What the service published on a subject, oldest first; each event once, as consumers receive it. */
  heard(subject: string): Promise<object[]>
  /** Publishes what other services use of a learner's preferences, as identity does. */
  preferTimeZone(
    learnerId: string,
    timezone: string,
    targetAccuracy?: number,
    language?: string,
    practice?: { dailyGoal?: number; learningPath?: string | null; sections?: string[] },
  ): Promise<void>
  close(): Promise<void>
}

interface Published {
  id: string
  data: object
}

/** The service as it runs in production, on a database and a NATS server for this test. */
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
  const bank = await startTestBank(natsUrl)
  const { nats } = bank
  const identity = await startTestIdentity(natsUrl)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  await waitUntilReady(url, { deadlineMs: 90_000 })

  return {
    app,
    url,
    identity,
    bank,
    publishQuestion: async (changes = {}) => {
      const snapshot = questionSnapshot(changes)
      await bank.publish(questionCreatedMessage(snapshot))
      return snapshot
    },
    publishBadge: async ({ badgeId, rule }) => {
      const data = {
        badgeId,
        revision: 1,
        order: 1,
        name: badgeId,
        description: 'For tests.',
        icon: 'star',
        rarity: 'rare',
        rule,
        points: 25,
      }
      const js = await nats.jetstream()
      await js.publish(definitionSubjects.badgeDefined, JSON.stringify(envelopeOf('BadgeDefined', data)))
    },
    heard: async (subject) => {
      const js = await nats.jetstream()
      // Fetching from a stream without such messages would wait for one.
      const { state } = await (await nats.manager()).streams.info('PROGRESS', { subjects_filter: subject })
      if (Object.keys(state.subjects ?? {}).length === 0) return []
      const consumer = await js.consumers.get('PROGRESS', { filter_subjects: subject })
      const messages = await consumer.fetch({ max_messages: 1_000, expires: 1_000 })
      const received = new Map<string, object>()
      for await (const message of messages) {
        for (const { id, data } of [message.json<Published | Published[]>()].flat()) {
          if (!received.has(id)) received.set(id, data)
        }
        if (message.info.pending === 0) break
      }
      return [...received.values()]
    },
    preferTimeZone: async (learnerId, timezone, targetAccuracy, language, practice) => {
      const data = { learnerId, timezone, targetAccuracy, language, ...practice }
      const message = envelopeOf('PreferencesChanged', data)
      const js = await nats.jetstream()
      await js.publish(identitySubjects.preferencesChanged, JSON.stringify(message))
    },
    close: async () => {
      await app.close()
      await identity.close()
      await bank.close()
    },
  }
}

function envelopeOf(type: string, data: object) {
  return {
    id: randomUUID(),
    type,
    version: 1 as const,
    occurredAt: new Date().toISOString(),
    correlationId: null,
    causationId: null,
    data,
  }
}

export const questionCreatedMessage = (data: QuestionSnapshot): QuestionMessage => ({
  ...envelopeOf('QuestionCreated', data),
  type: 'QuestionCreated',
  data,
})

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
