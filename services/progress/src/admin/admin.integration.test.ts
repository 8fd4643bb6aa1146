import { randomUUID } from 'node:crypto'
import type { ExplanationEntry, PlatformDay, Progress, QuestionSnapshot } from '@rehearse/contracts'
import { openEventLog } from '@rehearse/event-store'
import type { TestDatabase } from '@rehearse/testing/test-database'
import { testNats } from '@rehearse/testing/test-nats'
import { Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eraseLearner } from '../accounts/repository.ts'
import { developmentSecret } from '../config.ts'
import { eventCatalog } from '../learner/event-catalog.ts'
import { learnerStream } from '../learner/events.ts'
import { lowestCheckpoint, ReadModels } from '../read-models/follow-log.ts'
import { readSessions, sessionPage } from '../sessions/repository.ts'
import type { Db } from '../tables.ts'
import { answerEvent } from '../testing/answer-event.ts'
import { type Call, caller } from '../testing/caller.ts'
import { progressDatabase } from '../testing/progress-database.ts'
import { type ProgressService, startProgressService } from '../testing/progress-service.ts'
import { planFunnel, platformDays } from './queries.ts'

const log = openEventLog({ catalog: eventCatalog, secret: developmentSecret })
let database: TestDatabase
let service: ProgressService
let question: QuestionSnapshot
let db: Db
let admin: Call
beforeAll(async () => {
  const [made, nats] = await Promise.all([progressDatabase('progress_admin'), testNats()])
  database = made
  service = await startProgressService(database, nats.url)
  admin = await caller(service, randomUUID(), 'admin')
  question = await service.publishQuestion()
  await service.publishBadge({ badgeId: 'three', rule: { measure: 'answers', atLeast: 3 } })
  db = new Kysely({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: made.databaseUrl }) }),
  })
})
afterAll(async () => {
  await db.destroy()
  await service.close()
})

let learnerId: string
let call: Call
beforeEach(async () => {
  learnerId = randomUUID()
  call = await caller(service, learnerId)
})

const answer = async (changes: object = {}) => {
  const { status } = await call('/api/progress/save', {
    answerId: randomUUID(),
    questionId: question.questionId,
    selectedOptionIds: ['a'],
    timeSpent: 12,
    timeZone: 'Asia/Tokyo',
    ...changes,
  })
  expect(status).toBe(200)
}
const progress = async () => (await call<{ progress: Progress }>('/api/progress/get')).body.progress

interface Explained {
  value: number | string
  sum: number
  of: number | null
  entries: ExplanationEntry[]
  pagination: { totalCount: number }
}
const explain = (figure: string) => call<Explained>(`/api/progress/explain/${figure}?pageSize=100`)
const sumOf = (entries: readonly { amount: number }[]) => entries.reduce((sum, { amount }) => sum + amount, 0)

test('explains each progress stat by events that add up to it', async () => {
  const yesterday = new Date(Date.now() - 86_400_000).toISOString()
  await answer({ answeredAt: yesterday })
  await answer({ selectedOptionIds: ['b'] })
  await answer()
  await call(`/api/progress/reviews/${question.questionId}`, { reviewId: randomUUID(), rating: 3 })
  const shown = await progress()
  expect(shown.achievements.badges).toHaveLength(1)
  const expected: Record<string, [value: unknown, sum: number]> = {
    points: [shown.achievements.totalPoints, shown.achievements.totalPoints],
    experience: [shown.achievements.experience, shown.achievements.experience],
    level: [shown.achievements.level, shown.achievements.totalPoints],
    totalQuestions: [3, 3],
    correctAnswers: [2, 2],
    timeSpent: [36, 36],
    accuracy: [67, 2],
    streak: [2, 2],
    longestStreak: [2, 2],
    'section:JavaScript': ['beginner', 2],
    'category:JavaScript': [67, 2],
    'badge:three': [25, 25],
  }
  for (const [figure, [value, sum]] of Object.entries(expected)) {
    const { status, body } = await explain(figure)
    expect([figure, status, body.value, body.sum, sumOf(body.entries)]).toEqual([
      figure,
      200,
      value,
      sum,
      sum,
    ])
    expect(body.entries.every(({ timeZone, day }) => timeZone === 'Asia/Tokyo' && day.length === 10)).toBe(
      true,
    )
  }
})

test('pages an explanation, newest first', async () => {
  for (const _ of [1, 2, 3]) await answer()
  const first = await call<Explained>('/api/progress/explain/totalQuestions?pageSize=2')
  const second = await call<Explained>('/api/progress/explain/totalQuestions?pageSize=2&page=2')
  expect(first.body.pagination).toMatchObject({ totalCount: 3, totalPages: 2, hasNext: true })
  const times = [...first.body.entries, ...second.body.entries].map(({ recordedAt }) => recordedAt)
  expect(times).toHaveLength(3)
  expect(times).toEqual([...times].sort().reverse())
})

test.each([
  ['badge:nothing', 404],
  ['happiness', 400],
  ['constructor', 400],
  ['section:Nowhere', 200],
])('explaining %s returns %i', async (figure, status) => {
  expect((await explain(figure)).status).toBe(status)
})

test('shows a learner’s state at any point in time', async () => {
  await answer()
  const between = new Date()
  await answer({ selectedOptionIds: ['b'] })
  await answer()
  const seen = (asOf?: Date) =>
    admin<{ events: number; progress: Progress; badges: { id: string }[] }>(
      `/api/admin/progress/learners/${learnerId}${asOf ? `?asOf=${asOf.toISOString()}` : ''}`,
    )
  expect((await seen(new Date('2020-01-01'))).body).toMatchObject({
    events: 0,
    progress: { totalQuestions: 0 },
  })
  expect((await seen(between)).body).toMatchObject({
    events: 1,
    badges: [],
    progress: { totalQuestions: 1, accuracy: 100, achievements: { totalPoints: 10 } },
  })
  const { body: then } = await admin<{ events: { type: string }[]; pagination: { totalCount: number } }>(
    `/api/admin/progress/learners/${learnerId}/events?asOf=${between.toISOString()}`,
  )
  expect(then.events.map(({ type }) => type)).toEqual(['AnswerSubmitted'])
  expect(then.pagination.totalCount).toBe(1)
  const { body: now } = await seen()
  const { achievements, ...figures } = await progress()
  expect(now.progress.achievements).toEqual({
    totalPoints: achievements.totalPoints,
    level: achievements.level,
    experience: achievements.experience,
  })
  const { totalQuestions, accuracy, timeSpent, currentStreak, longestStreak, lastActivity } = figures
  expect(now.progress).toMatchObject({
    ...{ totalQuestions, accuracy, timeSpent, currentStreak, longestStreak, lastActivity },
  })
  expect(now.badges.map(({ id }) => id)).toEqual(['three'])
})

test('lists a learner’s events, newest first, without gaps between pages', async () => {
  for (const _ of [1, 2, 3]) await answer()
  const page = (number: number) =>
    admin<{
      events: { type: string; streamVersion: number; data: object }[]
      pagination: { totalCount: number }
    }>(`/api/admin/progress/learners/${learnerId}/events?pageSize=3&page=${number}`)
  const [first, second, third] = await Promise.all([page(1), page(2), page(3)])
  expect(first.body.pagination.totalCount).toBe(4)
  expect(first.body.events.map(({ streamVersion }) => streamVersion)).toEqual([4, 3, 2])
  expect(second.body.events.map(({ streamVersion }) => streamVersion)).toEqual([1])
  expect(third.body.events).toEqual([])
  expect(first.body.events[0]?.type).toBe('BadgeEarned')
  expect(second.body.events[0]?.data).toMatchObject({ timeZone: 'Asia/Tokyo', isCorrect: true })
})

test('shows nothing of an erased learner', async () => {
  await answer()
  await db.transaction().execute((trx) => eraseLearner(trx, learnerId))
  expect((await admin(`/api/admin/progress/learners/${learnerId}`)).status).toBe(410)
  expect((await admin(`/api/admin/progress/learners/${learnerId}/events`)).status).toBe(410)
})

interface Overview {
  totals: { learners: number; answers: number; accuracy: number }
  days: PlatformDay[]
  plans: { planId: string; started: number; answered: number; halfway: number; completed: number }[]
}
const overview = async (query = '') => (await admin<Overview>(`/api/admin/progress/overview${query}`)).body

test('counts received answers in the overview, and each learner once per day', async () => {
  const before = await overview()
  await answer()
  await answer({ selectedOptionIds: ['b'] })
  const after = await overview()
  expect(after.totals.learners).toBe(before.totals.learners + 1)
  expect(after.totals.answers).toBe(before.totals.answers + 2)
  expect(after.days).toHaveLength(30)
  const [was, is] = [before.days.at(-1), after.days.at(-1)]
  expect(is?.date).toBe(new Date().toISOString().slice(0, 10))
  expect(is?.activeLearners).toBe((was?.activeLearners ?? 0) + 1)
  expect(is?.newLearners).toBe((was?.newLearners ?? 0) + 1)
  expect(is?.correctAnswers).toBe((was?.correctAnswers ?? 0) + 1)
  expect((await overview('?from=2026-01-01&to=2026-01-07')).days).toHaveLength(7)
  expect((await admin('/api/admin/progress/overview?from=2026-01-02&to=2026-01-01')).status).toBe(400)
})

test('shows in a plan’s funnel how far its learners have come', async () => {
  const planId = randomUUID()
  for (const answers of [0, 1, 2, 4]) await startPlan(planId, answers)
  const found = (await overview()).plans.find((plan) => plan.planId === planId)
  expect(found).toMatchObject({ started: 4, answered: 3, halfway: 2, completed: 1 })
})

async function startPlan(planId: string, answers: number): Promise<void> {
  const somebody = randomUUID()
  const at = new Date().toISOString()
  const started = {
    ...answerEvent(),
    type: 'PlanStarted',
    data: { learnerId: somebody, planId, totalQuestions: 4, timeZone: 'UTC', at },
  }
  const given = Array.from({ length: answers }, () =>
    answerEvent({ learnerId: somebody, learningMode: 'guided', planId }),
  )
  await db.transaction().execute(async (trx) => {
    await log.append(trx, [
      {
        streamId: learnerStream(somebody),
        expectedVersion: 0,
        wrappedKey: null,
        events: [started, ...given],
      },
    ])
  })
}

test('reads the overview from narrow aggregates, by index', async () => {
  await new ReadModels(db, log).reachEnd()
  for (const query of [platformDays({ from: '2026-11-01', to: '2026-11-30' }), planFunnel]) {
    const plan = await planOf(query)
    expect(plan).not.toMatch(/event|item_answer|learner_answer|learner_day/)
    expect(plan).toMatch(/Index/)
  }
})

test('counts the answers of the sessions on the page and of no others', async () => {
  const learnerId = randomUUID()
  await sql`
    insert into learner_session (learner_id, session_id, started_at, day, learning_mode, sections, difficulty)
    select ${learnerId}, n::text, now() + n * interval '1 minute', current_date, 'free-style', '{}', 'mixed'
    from generate_series(1, 50) n`.execute(db)
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain (analyze, timing off, costs off) ${sessionPage(learnerId, { limit: 5, offset: 10 })}`.execute(db)
  const counting = rows.map((row) => row['QUERY PLAN']).filter((line) => / on learner_answer \(/.test(line))
  expect(counting).toEqual([expect.stringMatching(/loops=5\D*$/)])
  const { sessions, totalCount } = await readSessions(db, learnerId, { limit: 5, offset: 10 })
  expect(sessions.map(({ sessionId }) => sessionId)).toEqual(['40', '39', '38', '37', '36'])
  expect(totalCount).toBe(50)
})

test('checks whether a read model lags at the end of the log, however long the log is', async () => {
  const plan = db.transaction().execute(async (trx) => {
    await sql`
      insert into event (stream_id, stream_version, event_id, type, schema_version, data, metadata)
      select 'long', n, gen_random_uuid(), 'Happened', 1, '{}', '{}' from generate_series(1, 10000) n`.execute(
      trx,
    )
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain
      select coalesce((select max(global_position) from event), 0) > ${lowestCheckpoint(['statistics'])}`.execute(
      trx,
    )
    throw new Error(rows.map((row) => row['QUERY PLAN']).join('\n'))
  })
  // The error rolls the inserted events back.
  await expect(plan).rejects.toThrow(/Index Only Scan Backward using event_pkey/)
  await expect(plan).rejects.not.toThrow(/Seq Scan on event/)
})

/** Planned as for a large table. */
async function planOf(query: RawBuilder<unknown>): Promise<string> {
  return db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(trx)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
}
