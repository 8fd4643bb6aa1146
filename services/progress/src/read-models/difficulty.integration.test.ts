import { randomUUID } from 'node:crypto'
import type { AnswerSubmittedData } from '@rehearse/contracts'
import {
  buildShadow,
  compare,
  type NewEvent,
  openEventLog,
  type RecordedEvent,
  rebuild,
} from '@rehearse/event-store'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eraseLearner } from '../accounts/repository.ts'
import { developmentSecret } from '../config.ts'
import { eventCatalog } from '../learner/event-catalog.ts'
import { learnerStream } from '../learner/events.ts'
import type { Db } from '../tables.ts'
import { answerEvent } from '../testing/answer-event.ts'
import { progressDatabase } from '../testing/progress-database.ts'
import { difficultyProjection } from './difficulty.ts'
import { foldDifficulty } from './follow-difficulty.ts'
import { shadowOf } from './projections.ts'

const log = openEventLog({ catalog: eventCatalog, secret: developmentSecret })
let db: Db
let ownerDb: Db
const connect = (connectionString: string): Db =>
  new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString }) }) })

beforeAll(async () => {
  const database = await progressDatabase('progress_difficulty')
  db = connect(database.databaseUrl)
  ownerDb = connect(database.ownerUrl)
})
afterAll(async () => {
  await db.destroy()
  await ownerDb.destroy()
})
beforeEach(async () => {
  await sql`truncate event, stream_key, erased_stream, topic_fit, item_difficulty, item_ability, item_prediction`.execute(
    ownerDb,
  )
  await sql`update checkpoint set position = 0 where name = 'difficulty'`.execute(ownerDb)
})

const headOf = async (trx: Db, streamId: string) => (await log.reader(trx).heads([streamId])).get(streamId)

async function append(events: readonly NewEvent<string, { learnerId: string }>[]) {
  return db.transaction().execute(async (trx) => {
    const recorded: RecordedEvent[] = []
    for (const [learnerId, own] of Map.groupBy(events, ({ data }) => data.learnerId)) {
      const streamId = learnerStream(learnerId)
      const head = await headOf(trx, streamId)
      recorded.push(
        ...(await log.append(trx, [
          {
            streamId,
            expectedVersion: head?.version ?? 0,
            wrappedKey: head?.wrappedKey ?? null,
            events: own,
          },
        ])),
      )
    }
    return recorded
  })
}

const answer = (changes: Partial<AnswerSubmittedData>) => append([answerEvent(changes)])

/** Changes what happened to a learner's answer, as a corrected key does. */
const regrade = (answer: RecordedEvent, isCorrect: boolean) => {
  const data = answer.data as AnswerSubmittedData
  return append([
    {
      eventId: randomUUID(),
      type: 'AnswerRegraded',
      schemaVersion: 1,
      metadata: { correlationId: null, causationId: null },
      data: {
        ...data,
        ...{
          progressId: answer.eventId,
          keyVersion: 2,
          wasCorrect: data.isCorrect,
          isCorrect,
          counts: { totals: true, path: true, section: true },
          regradedAt: data.answeredAt,
        },
      },
    },
  ])
}

/** Makes everything so far older, as if no one had done anything for an hour. */
const anHourPasses = () =>
  sql`update event set recorded_at = recorded_at - interval '1 hour'`.execute(ownerDb)

const fold = async () => {
  while ((await foldDifficulty(db, log)) > 0);
}

const questions = Array.from({ length: 12 }, () => randomUUID())
const labels = ['beginner', 'intermediate', 'advanced'] as const

/** Learners answer every question of two topics; the later a question, the fewer answer it correctly. */
async function answerAll(learners: number): Promise<RecordedEvent[]> {
  const events = Array.from({ length: learners }, (_, learner) =>
    questions.map((questionId, at) =>
      answerEvent({
        learnerId: `learner-${learner}`,
        questionId,
        category: at % 2 === 0 ? 'CSS' : 'HTML',
        difficulty: labels[at % 3] ?? 'beginner',
        isCorrect: ((learner * 7 + at * 5) % 12) + 1 > at,
      }),
    ),
  )
  const recorded: RecordedEvent[] = []
  for (const own of events) recorded.push(...(await append(own)))
  return recorded
}

const tables = async () => {
  const [fits, items, abilities, predictions] = await Promise.all([
    db.selectFrom('topic_fit').selectAll().orderBy('topic').execute(),
    db.selectFrom('item_difficulty').selectAll().orderBy('question_id').orderBy('version').execute(),
    db.selectFrom('item_ability').selectAll().orderBy('respondent').orderBy('topic').execute(),
    db.selectFrom('item_prediction').selectAll().orderBy('position').execute(),
  ])
  return { fits, items, abilities, predictions }
}

const shadow = shadowOf([difficultyProjection], { name: 'difficulty_test', revision: '1' })

test('a rebuild equals the live tables, after fits, a regrade, an erasure and a new version', async () => {
  const recorded = await answerAll(30)
  await fold()
  for (const [at, one] of recorded.entries()) {
    if (at % 45 === 0) await regrade(one, !(one.data as AnswerSubmittedData).isCorrect)
  }
  await db.transaction().execute((trx) => eraseLearner(trx, 'learner-3'))
  await anHourPasses()
  await answer({ learnerId: 'late', questionId: questions[0] ?? '', questionVersion: 2, category: 'CSS' })
  await fold()
  const live = await tables()
  expect(live.fits).toMatchObject([
    { topic: 'CSS', responses: 181, regraded_at: null },
    { topic: 'HTML', responses: 180, regraded_at: null },
  ])
  // The slowest a rebuild can be: batches that end between any two events.
  await rebuild(log, ownerDb, shadow, { batchSize: 7 })
  expect(await tables()).toEqual(live)
  await buildShadow(log, ownerDb, shadow)
  expect(await compare(log, ownerDb, shadow)).toEqual([])
})

test('orders questions by difficulty, whatever their labels say, and has fewer doubts with more answers', async () => {
  await answerAll(40)
  await fold()
  const { items } = await tables()
  const bOf = (at: number) => items.find((item) => item.question_id === questions[at])
  expect([0, 2, 4, 6, 8, 10].map((at) => bOf(at)?.b)).toEqual(
    [0, 2, 4, 6, 8, 10].map((at) => bOf(at)?.b ?? 0).sort((one, other) => one - other),
  )
  for (const { n, error } of items) {
    expect(n).toBe(40)
    expect(error).toBeLessThan(1)
  }
})

test('predicts an answer before it counts, so that the first of all is predicted from the label', async () => {
  for (const isCorrect of [true, false]) {
    await answer({
      learnerId: `${isCorrect}`,
      category: `topic ${isCorrect}`,
      questionId: randomUUID(),
      isCorrect,
    })
  }
  await fold()
  const [one, other] = (await tables()).predictions
  expect(one?.chance).toBeCloseTo(other?.chance ?? 0, 12)
  expect(one?.chance).toBeGreaterThan(0.6)
})

test('counts only first answers that the server graded', async () => {
  const learnerId = randomUUID()
  await answer({ learnerId, graded: 'self' })
  await answer({ learnerId, attempt: 2 })
  await fold()
  expect((await tables()).predictions).toEqual([])
  await answer({ learnerId })
  await fold()
  expect((await tables()).predictions).toHaveLength(1)
})

test('a regrade refits the topic with the first event after it has settled', async () => {
  const recorded = await answerAll(20)
  await fold()
  const before = await tables()
  const ofHardest = recorded.filter(({ data }) => (data as AnswerSubmittedData).questionId === questions[10])
  for (const one of ofHardest) await regrade(one, true)
  await anHourPasses()
  await fold()
  const bOf = ({ items }: typeof before) => items.find((item) => item.question_id === questions[10])?.b ?? 0
  expect(bOf(await tables())).toBe(bOf(before))
  await answer({ learnerId: 'later', category: 'another topic' })
  await fold()
  const after = await tables()
  expect(bOf(after)).toBeLessThan(bOf(before) - 1)
  expect(
    after.predictions.filter(({ question_id }) => question_id === questions[10]).every((one) => one.correct),
  ).toBe(true)
  expect(after.fits.find(({ topic }) => topic === 'CSS')?.regraded_at).toBeNull()
})

test('an erased learner still counts, also those whose answers were not folded yet', async () => {
  await answerAll(12)
  const ids = ['learner-1', 'learner-2']
  await db.transaction().execute(async (trx) => {
    for (const id of ids) await eraseLearner(trx, id)
  })
  await fold()
  const { fits, items } = await tables()
  expect(fits.map(({ responses }) => responses)).toEqual([72, 72])
  expect(items.every(({ n }) => n === 12)).toBe(true)
})

test('a new version inherits the difficulty with a wider error', async () => {
  await answerAll(20)
  await fold()
  const questionId = questions[10] ?? ''
  const of = async (version: number) =>
    (await tables()).items.find((item) => item.question_id === questionId && item.version === version)
  const old = await of(1)
  await answer({ learnerId: 'new', questionId, questionVersion: 2, category: 'CSS', difficulty: 'beginner' })
  await fold()
  const renewed = await of(2)
  expect(renewed).toMatchObject({ b: old?.b, n: 1 })
  expect(renewed?.error).toBeGreaterThan(old?.error ?? 0)
})

test('stays finite if everyone answers everything correctly, or nothing', async () => {
  const learners = Array.from({ length: 60 }, (_, at) => `${at}`)
  for (const learnerId of learners) {
    await append([
      answerEvent({ learnerId, category: 'all', questionId: questions[0] ?? '', isCorrect: true }),
      answerEvent({ learnerId, category: 'none', questionId: questions[1] ?? '', isCorrect: false }),
    ])
  }
  await fold()
  const { fits, items, abilities } = await tables()
  expect(fits.every(({ fitted }) => fitted > 0)).toBe(true)
  const figures = [
    ...items.flatMap(({ b, error }) => [b, error]),
    ...abilities.flatMap(({ mean, deviation }) => [mean, deviation]),
  ]
  expect(figures.every(Number.isFinite)).toBe(true)
})
