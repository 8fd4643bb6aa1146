import { randomUUID } from 'node:crypto'
import { type NewEvent, openEventLog, rebuild } from '@rehearse/event-store'
import fc from 'fast-check'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { learnerTables } from '../accounts/repository.ts'
import { addDays } from '../learner/days.ts'
import { eventCatalog } from '../learner/event-catalog.ts'
import type { LearnerEvent } from '../learner/events.ts'
import { startReplay } from '../learner/state.ts'
import type { Db, ProgressTables } from '../tables.ts'
import { answerEvent } from '../testing/answer-event.ts'
import { progressDatabase } from '../testing/progress-database.ts'
import { readLearnerStates } from './activity.ts'
import { projections, shadowOf } from './projections.ts'

const log = openEventLog({ catalog: eventCatalog, secret: 'a secret of thirty-two characters' })
let db: Db
let ownerDb: Db
beforeAll(async () => {
  const database = await progressDatabase('progress_resets')
  const open = (connectionString: string) =>
    new Kysely<ProgressTables>({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString }) }) })
  db = open(database.databaseUrl)
  ownerDb = open(database.ownerUrl)
})
afterAll(() => Promise.all([db.destroy(), ownerDb.destroy()]))

const rebuildAll = (batchSize: number) =>
  rebuild(log, ownerDb, shadowOf(projections, { name: 'again', revision: '1' }), { batchSize })

const learnerId = fc.constantFrom('ada', 'bob')
const at = fc
  .record({ day: fc.integer({ min: 0, max: 9 }), hour: fc.integer({ min: 0, max: 23 }) })
  .map(({ day, hour }) => `${addDays('2026-11-01', day)}T${String(hour).padStart(2, '0')}:30:00.000Z`)
const plan = fc.record({
  learnerId,
  planId: fc.constantFrom('two-day', 'one-day'),
  timeZone: fc.constantFrom('UTC', 'Asia/Tokyo'),
  at,
})

const beforeAccount = { beforeAccount: fc.constantFrom(undefined, undefined, true as const) }

/** Anything that learners may do apart from answering, in any order. */
const learnerEvents: fc.Arbitrary<LearnerEvent> = fc.oneof(
  fc
    .record({
      learnerId,
      answeredAt: at,
      isCorrect: fc.boolean(),
      learningPath: fc.constantFrom(null, 'css-practice'),
      section: fc.constantFrom('HTML', 'CSS'),
      category: fc.constantFrom('HTML', 'CSS'),
      sectionId: fc.constantFrom(null, 'layers', 'grid'),
      planId: fc.constantFrom(null, 'two-day'),
      ...beforeAccount,
    })
    .map(
      (given): LearnerEvent => ({
        type: 'AnswerSubmitted',
        data: { ...answerEvent(given).data, learningMode: given.planId === null ? 'free-style' : 'guided' },
      }),
    ),
  fc
    .record({
      learnerId,
      attemptedAt: at,
      challengeId: fc.constantFrom('todo-list', 'contact-form'),
      score: fc.integer({ min: 0, max: 10 }),
      completed: fc.boolean(),
      bestBefore: fc.constantFrom(0, 0.5, 1),
      ...beforeAccount,
    })
    .map(
      (given): LearnerEvent => ({
        type: 'ChallengeAttempted',
        data: {
          attemptId: randomUUID(),
          kind: 'web',
          challengeTitle: 'A challenge',
          category: 'css',
          difficulty: 'beginner',
          maxScore: 10,
          timeSpent: 60,
          codeHash: null,
          timeZone: 'UTC',
          receivedAt: given.attemptedAt,
          ...given,
        },
      }),
    ),
  fc.record({ learnerId, completedAt: at, sectionId: fc.constantFrom('layers', 'grid', 'cascade') }).map(
    (given): LearnerEvent => ({
      type: 'SectionCompleted',
      data: { pathId: 'css-practice', by: 'learner', ...given },
    }),
  ),
  ...interviewEvents(),
  plan.map((data): LearnerEvent => ({ type: 'PlanStarted', data: { ...data, totalQuestions: 3 } })),
  plan.map((data): LearnerEvent => ({ type: 'PlanPaused', data })),
  plan.map((data): LearnerEvent => ({ type: 'PlanReset', data })),
  fc
    .record({
      learnerId,
      at,
      timeZone: fc.constant('UTC'),
      aim: fc.constantFrom(
        { scope: 'all' as const, id: null },
        { scope: 'path' as const, id: 'css-practice' },
        { scope: 'section' as const, id: 'CSS' },
        { scope: 'plan' as const, id: 'two-day' },
      ),
    })
    .map(({ aim, ...given }): LearnerEvent => ({ type: 'ProgressReset', data: { ...given, ...aim } })),
)

function interviewEvents(): fc.Arbitrary<LearnerEvent>[] {
  const examId = fc.constantFrom(
    '018f0000-0000-7000-8000-00000000000a',
    '018f0000-0000-7000-8000-00000000000b',
  )
  const ids = Array.from({ length: 6 }, (_, n) => `018f0000-0000-7000-8000-00000000000${n}`)
  const moment = { learnerId, at, timeZone: fc.constantFrom('UTC', 'Pacific/Kiritimati') }
  const kept = fc.subarray(ids)
  return [
    fc.record({ ...moment, reservedIds: kept, date: fc.constantFrom('2026-12-01', '2027-03-28') }).map(
      (given): LearnerEvent => ({
        type: 'InterviewDateSet',
        data: {
          ...{ learningPaths: ['css-practice'], minutesPerDay: 30 },
          track: { role: 'react', level: 'mid' },
          ...given,
        },
      }),
    ),
    fc.record(moment).map((data): LearnerEvent => ({ type: 'InterviewDateCleared', data })),
    fc
      .record({
        ...moment,
        pathId: fc.constantFrom('css-practice', 'html-practice'),
        stepId: fc.constantFrom('one', 'two'),
      })
      .map((given): LearnerEvent => ({ type: 'LessonRead', data: { seconds: 90, ...given } })),
    fc.record({ ...moment, examId, questionIds: kept }).map(
      (given): LearnerEvent => ({
        type: 'ForecastMade',
        data: { chances: given.questionIds.map(() => 0.5), predicted: 0.5, low: 0.25, high: 0.75, ...given },
      }),
    ),
    fc.record({ ...moment, examId, correct: fc.nat(3), total: fc.constant(3) }).map(
      (data): LearnerEvent => ({
        type: 'ForecastTested',
        data,
      }),
    ),
  ]
}

const keyOf = async (trx: Db, streamId: string) =>
  (await log.reader(trx).heads([streamId])).get(streamId)?.wrappedKey ?? null

async function record(given: readonly NewEvent[], sizes: readonly number[]): Promise<void> {
  const streamId = `learner-${randomUUID()}`
  for (let done = 0, turn = 0; done < given.length; turn += 1) {
    const batch = given.slice(done, done + (sizes[turn % sizes.length] ?? 1))
    await db.transaction().execute(async (trx) => {
      const wrappedKey = await keyOf(trx, streamId)
      const recorded = await log.append(trx, [{ streamId, expectedVersion: done, wrappedKey, events: batch }])
      for (const projection of projections) await projection.apply(trx, recorded)
    })
    done += batch.length
  }
}

const empty = () =>
  db.transaction().execute(async (trx) => {
    for (const table of projections.flatMap(({ tables }) => tables)) await trx.deleteFrom(table).execute()
  })

const readModels = async () =>
  Promise.all(
    learnerTables.map(async (table) => {
      const { rows } = await sql`
          select to_jsonb(row) as row from ${sql.table(table)} as row
          order by (to_jsonb(row) - 'event_id')::text`.execute(db)
      return [table, rows]
    }),
  )

test('any batching gives the same read models for resets, challenges, sections and plans', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(learnerEvents, { minLength: 1, maxLength: 20 }),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
      async (given, sizes) => {
        const events = given.map(
          (learnerEvent): NewEvent => ({
            eventId: randomUUID(),
            schemaVersion: 1,
            metadata: { correlationId: null, causationId: null },
            ...learnerEvent,
          }),
        )
        await empty()
        await record(events, [1])
        const oneByOne = await readModels()
        await empty()
        // The log rejects an event id twice, so the same events get new ids.
        const again = events.map((event) => ({ ...event, eventId: randomUUID() }))
        await record(again, sizes)
        expect(withoutIds(await readModels())).toEqual(withoutIds(oneByOne))
      },
    ),
    { numRuns: 25 },
  )
})

const withoutIds = (models: unknown) =>
  JSON.parse(JSON.stringify(models, (key, value) => (key === 'event_id' ? undefined : value)))

test('a rebuild equals the live read models, and states equal a replay of the events', async () => {
  const given = fc.sample(fc.array(learnerEvents, { minLength: 60, maxLength: 60 }), 1).flat()
  const events = given.map(
    (learnerEvent): NewEvent => ({
      eventId: randomUUID(),
      schemaVersion: 1,
      metadata: { correlationId: null, causationId: null },
      ...learnerEvent,
    }),
  )
  const replayed = ['ada', 'bob'].map((id) => {
    const replay = startReplay()
    const states = given.filter(({ data }) => data.learnerId === id).map(replay)
    return [id, states.at(-1)] as const
  })
  // A rebuild goes stream by stream, and the streams of earlier runs belong to the same learners.
  await sql`truncate event`.execute(ownerDb)
  await empty()
  await record(events, [7])
  const live = await readModels()
  expect(await readLearnerStates(db, ['ada', 'bob'])).toEqual(new Map(replayed))
  await rebuildAll(11)
  expect(await readModels()).toEqual(live)
})
