import { randomUUID } from 'node:crypto'
import type { AnswerSubmittedData } from '@rehearse/contracts'
import { type NewEvent, openEventLog, rebuild } from '@rehearse/event-store'
import fc from 'fast-check'
import { Kysely, PostgresDialect, type Selectable } from 'kysely'
import pg from 'pg'
import { default_w } from 'ts-fsrs'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { developmentSecret } from '../config.ts'
import { addDays } from '../learner/days.ts'
import { eventCatalog } from '../learner/event-catalog.ts'
import { answerPoints } from '../learner/points.ts'
import { streakOfDays } from '../learner/streak.ts'
import type { Db, ProgressTables } from '../tables.ts'
import { answerEvent } from '../testing/answer-event.ts'
import { progressDatabase } from '../testing/progress-database.ts'
import { projections, shadowOf } from './projections.ts'

const momentsOf = (day: Selectable<ProgressTables['learner_day']>) => ({
  first: day.first_at && { at: day.first_at.getTime(), timeZone: day.first_zone ?? '' },
  last: day.last_at && { at: day.last_at.getTime(), timeZone: day.last_zone ?? '' },
})

const log = openEventLog({ catalog: eventCatalog, secret: developmentSecret })
const key = async (trx: Db) =>
  (await log.reader(trx).heads(['learner-all'])).get('learner-all')?.wrappedKey ?? null
let db: Db
let owner: pg.Client
let ownerDb: Db

beforeAll(async () => {
  const database = await progressDatabase('progress_projections')
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const pool = new pg.Pool({ connectionString: database.databaseUrl })
  db = new Kysely({ dialect: new PostgresDialect({ pool }) })
  const ownerPool = new pg.Pool({ connectionString: database.ownerUrl })
  ownerDb = new Kysely({ dialect: new PostgresDialect({ pool: ownerPool }) })
})
afterAll(async () => {
  await db.destroy()
  await ownerDb.destroy()
  await owner.end()
})
beforeEach(() => empty())

async function empty(): Promise<void> {
  await owner.query('truncate event')
  await db.transaction().execute(async (trx) => {
    for (const table of projections.flatMap(({ tables }) => tables)) await trx.deleteFrom(table).execute()
  })
}

/** Appends and folds events in transactions of the given sizes. */
async function record(events: readonly NewEvent[], sizes: readonly number[]): Promise<void> {
  let done = 0
  for (let turn = 0; done < events.length; turn += 1) {
    const batch = events.slice(done, done + (sizes[turn % sizes.length] ?? 1))
    await db.transaction().execute(async (trx) => {
      const recorded = await log.append(trx, [
        { streamId: 'learner-all', expectedVersion: done, wrappedKey: await key(trx), events: batch },
      ])
      for (const projection of projections) await projection.apply(trx, recorded)
    })
    done += batch.length
  }
}

async function readModels() {
  const [totals, days, figures, questions, cards, paths] = await Promise.all([
    db.selectFrom('learner_totals').selectAll().orderBy('learner_id').execute(),
    db.selectFrom('learner_day').selectAll().orderBy('learner_id').orderBy('day').execute(),
    db
      .selectFrom('learner_figure')
      .selectAll()
      .orderBy('learner_id')
      .orderBy('dimension')
      .orderBy('key')
      .execute(),
    db.selectFrom('learner_question').selectAll().orderBy('learner_id').orderBy('question_id').execute(),
    db.selectFrom('learner_card').selectAll().orderBy('learner_id').orderBy('question_id').execute(),
    db.selectFrom('learner_path').selectAll().orderBy('learner_id').orderBy('path_id').execute(),
  ])
  const settings = await db.selectFrom('learner_card_settings').selectAll().orderBy('learner_id').execute()
  return { totals, days, figures, questions, cards, paths, settings }
}

/** Answers of two learners over a few weeks, in any order: some late, in other time zones, or in other sections. */
const answers = fc.array(
  fc.record({
    learnerId: fc.constantFrom('ada', 'bob'),
    day: fc.integer({ min: 0, max: 20 }),
    hour: fc.integer({ min: 0, max: 23 }),
    timeZone: fc.constantFrom(
      'UTC',
      'Asia/Tokyo',
      'America/New_York',
      'Pacific/Honolulu',
      'Pacific/Auckland',
    ),
    isCorrect: fc.boolean(),
    attempt: fc.integer({ min: 1, max: 4 }),
    difficulty: fc.constantFrom('beginner' as const, 'intermediate' as const, 'advanced' as const),
    section: fc.constantFrom('HTML', 'CSS'),
    category: fc.constantFrom('HTML', 'CSS'),
    learningPath: fc.constantFrom(null, 'css-practice'),
    timeSpent: fc.integer({ min: 0, max: 90 }),
    guided: fc.option(fc.constantFrom('plan-1', 'plan-3')),
    beforeAccount: fc.constantFrom(undefined, undefined, true as const),
  }),
  { minLength: 1, maxLength: 25 },
)
type Given = (typeof answers extends fc.Arbitrary<infer Value> ? Value : never)[number]

const toEvent = ({ day, hour, guided, ...given }: Given): NewEvent<string, AnswerSubmittedData> =>
  answerEvent({
    ...given,
    answeredAt: `${addDays('2026-11-01', day)}T${String(hour).padStart(2, '0')}:30:00.000Z`,
    learningMode: guided === null ? 'free-style' : 'guided',
    planId: guided,
  })

/** Changes of what flashcards are scheduled with, each after some of the answers. */
const settingsChanges = fc.array(
  fc.record({
    after: fc.integer({ min: 0, max: 25 }),
    learnerId: fc.constantFrom('ada', 'bob'),
    change: fc.oneof(fc.integer({ min: 80, max: 95 }), fc.constantFrom('adopt' as const, 'revert' as const)),
  }),
  { maxLength: 5 },
)
type SettingsChange = (typeof settingsChanges extends fc.Arbitrary<infer Value> ? Value : never)[number]

function settingsEvent({ learnerId, change }: SettingsChange): NewEvent {
  const at = '2026-11-21T12:00:00.000Z'
  const event = (type: string, data: object) => ({
    eventId: randomUUID(),
    type,
    schemaVersion: 1,
    metadata: { correlationId: null, causationId: null },
    data: { learnerId, at, ...data },
  })
  if (change === 'revert') return event('CardWeightsReverted', {})
  if (change !== 'adopt') return event('RetentionChosen', { retention: change })
  const weights = default_w.map((weight, index) => (index < 4 ? weight / 2 : weight))
  const fit = { weights, reviews: 1_240, heldOut: 200, logLossBefore: 0.4, logLossAfter: 0.3 }
  return event('CardWeightsAdopted', fit)
}

const runs = { numRuns: 25 }
/** Fewer runs on a slow machine: a property that outlives its test would disturb the next one. */
const whileThereIsTime = <Given extends unknown[]>(run: (...given: Given) => Promise<void>) => {
  const end = performance.now() + 20_000
  return async (...given: Given) => (performance.now() < end ? run(...given) : undefined)
}

test('any batching gives the same read models, and a rebuild equals the live ones', async () => {
  await fc.assert(
    fc.asyncProperty(
      answers,
      settingsChanges,
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
      whileThereIsTime(async (given, changes, sizes) => {
        const events: NewEvent[] = given.map(toEvent)
        for (const change of changes) events.splice(change.after, 0, settingsEvent(change))
        await empty()
        await record(events, [1])
        const oneByOne = await readModels()
        await empty()
        await record(events, sizes)
        expect(await readModels()).toEqual(oneByOne)
        await rebuild(log, ownerDb, shadowOf(projections, { name: 'again', revision: '1' }), {
          batchSize: sizes[0] ?? 1,
        })
        expect(await readModels()).toEqual(oneByOne)
      }),
    ),
    runs,
  )
})

test('totals are the sums over events, and the streak follows from the days, in any order', async () => {
  await fc.assert(
    fc.asyncProperty(
      answers,
      whileThereIsTime(async (given) => {
        await empty()
        const events = given.map(toEvent)
        await record(events, [4])
        const { totals, days } = await readModels()
        for (const row of totals) {
          const own = events.filter((event) => event.data.learnerId === row.learner_id)
          expect(row.total_questions).toBe(own.length)
          expect(row.points).toBe(own.reduce((sum, event) => sum + answerPoints(event.data), 0))
          expect(row.time_spent).toBe(own.reduce((sum, event) => sum + event.data.timeSpent, 0))
          const allDays = days.filter((day) => day.learner_id === row.learner_id)
          const activeDays = allDays.filter((day) => day.is_active)
          expect(allDays.reduce((sum, day) => sum + day.points, 0)).toBe(row.points)
          const streak = streakOfDays(new Map(activeDays.map((day) => [day.day, momentsOf(day)])))
          expect({
            current: row.current_streak,
            longest: row.longest_streak,
            lastDay: row.last_day,
            freezes: row.freezes,
            ...row.streak_moments,
          }).toEqual(streak)
          expect(row.current_streak).toBeLessThanOrEqual(row.longest_streak)
        }
      }),
    ),
    runs,
  )
})

test('counts days in the learner’s time zone: the same instant is Sunday in Tokyo and Saturday in New York', async () => {
  const instant = '2026-11-21T20:00:00.000Z'
  await record(
    [
      answerEvent({ answeredAt: instant, timeZone: 'Asia/Tokyo' }),
      answerEvent({ answeredAt: instant, timeZone: 'America/New_York' }),
    ],
    [2],
  )
  const { days, totals } = await readModels()
  expect(days.map((row) => row.day)).toEqual(['2026-11-21', '2026-11-22'])
  expect(totals[0]).toMatchObject({ current_streak: 2, last_day: '2026-11-22' })
})

test('a day that the date line skipped is not missed, whatever the order and the batches', async () => {
  const days = [7, 8, 9].map((day) =>
    answerEvent({ answeredAt: `2026-12-0${day}T20:00:00-10:00`, timeZone: 'Pacific/Honolulu' }),
  )
  const after = ['08:00', '22:00'].map((time) =>
    answerEvent({ answeredAt: `2026-12-11T${time}:00+13:00`, timeZone: 'Pacific/Auckland' }),
  )
  const events = [...days, ...after]
  const streak = { current_streak: 4, longest_streak: 4, last_day: '2026-12-11' }
  for (const [order, sizes] of [
    [events, [1]],
    [events, [5]],
    [[...events].reverse(), [1]],
    [[...events].reverse(), [2]],
  ] as const) {
    await empty()
    await record(order, sizes)
    const live = await readModels()
    expect(live.totals).toMatchObject([{ ...streak, streak_moments: { skipped: ['2026-12-10'] } }])
    await rebuild(log, ownerDb, shadowOf(projections, { name: 'line', revision: '1' }), { batchSize: 2 })
    expect(await readModels()).toEqual(live)
  }
})

test('answers before the account count for no day, also beside one that counts and before a late one', async () => {
  const on = (day: number, beforeAccount?: true) =>
    answerEvent({ answeredAt: `2026-11-${day}T12:00:00Z`, ...(beforeAccount && { beforeAccount }) })
  const events = [on(18, true), on(20, true), on(20, true), on(20), on(22), on(21)]
  await record(events, [1])
  const live = await readModels()
  expect(live.totals).toMatchObject([
    { total_questions: 6, current_streak: 3, longest_streak: 3, tally: { days: { active: 3, busiest: 1 } } },
  ])
  expect(live.days.map(({ answered, is_active, uncounted }) => [answered, is_active, uncounted])).toEqual([
    [1, false, 1],
    [3, true, 2],
    [1, true, 0],
    [1, true, 0],
  ])
  await rebuild(log, ownerDb, shadowOf(projections, { name: 'before', revision: '1' }), { batchSize: 3 })
  expect(await readModels()).toEqual(live)
})

test('rows of an earlier version get the moments when they are rebuilt', async () => {
  const honolulu = answerEvent({ answeredAt: '2026-12-09T20:00:00-10:00', timeZone: 'Pacific/Honolulu' })
  const auckland = answerEvent({ answeredAt: '2026-12-11T08:00:00+13:00', timeZone: 'Pacific/Auckland' })
  await record([honolulu, auckland], [1])
  const earlier = { current_streak: 1, longest_streak: 1, streak_moments: '{}' }
  await db.updateTable('learner_totals').set(earlier).execute()
  await db
    .updateTable('learner_day')
    .set({ first_at: null, first_zone: null, last_at: null, last_zone: null })
    .execute()
  await rebuild(log, ownerDb, shadowOf(projections, { name: 'moments', revision: '1' }), { batchSize: 2 })
  expect((await readModels()).totals).toMatchObject([{ current_streak: 2 }])
})

test('completes the guided plan after five questions, and starts another plan at zero', async () => {
  const inPlan = (planId: string) => answerEvent({ learningMode: 'guided', planId })
  await record(
    Array.from({ length: 6 }, () => inPlan('plan-3')),
    [2],
  )
  expect((await readModels()).totals[0]).toMatchObject({ plan_id: 'plan-3', plan_completed: 5 })
  await db.transaction().execute(async (trx) => {
    const recorded = await log.append(trx, [
      {
        streamId: 'learner-all',
        expectedVersion: 6,
        wrappedKey: await key(trx),
        events: [inPlan('plan-7'), answerEvent()],
      },
    ])
    for (const projection of projections) await projection.apply(trx, recorded)
  })
  expect((await readModels()).totals[0]).toMatchObject({ plan_id: 'plan-7', plan_completed: 1 })
})

test('stores the newest rating of a card first, so that older ones needn’t be written again', async () => {
  const on = (day: number) => answerEvent({ answeredAt: `2026-11-0${day}T12:00:00.000Z` })
  // One at a time, with a late answer.
  await record([on(1), on(2), on(4), on(3), on(5)], [1])
  const { cards } = await readModels()
  expect(cards).toHaveLength(1)
  const days = (cards[0]?.ratings ?? []).map((code) => new Date(Math.floor(code / 8)).getUTCDate())
  expect(days).toEqual([5, 4, 3, 2, 1])
})
