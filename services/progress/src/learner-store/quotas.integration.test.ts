import { randomUUID } from 'node:crypto'
import { DomainError, QUOTAS, type QuotaName } from '@rehearse/contracts'
import type { TestDatabase } from '@rehearse/testing/test-database'
import { testNats } from '@rehearse/testing/test-nats'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../tables.ts'
import { progressDatabase } from '../testing/progress-database.ts'
import { type ProgressService, startProgressService } from '../testing/progress-service.ts'
import { charge } from './usage-repository.ts'

let database: TestDatabase
let services: [ProgressService, ProgressService]
let db: Db
let owner: pg.Client
let questionIds: string[]

beforeAll(async () => {
  const nats = await testNats()
  database = await progressDatabase('progress_quotas')
  services = [await startProgressService(database, nats.url), await startProgressService(database, nats.url)]
  db = new Kysely({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: database.databaseUrl }) }),
  })
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const questions = await Promise.all(
    Array.from({ length: 4 }, () => services[1].publishQuestion({ category: 'CSS', learningPath: null })),
  )
  questionIds = questions.map(({ questionId }) => questionId)
})
afterAll(async () => {
  await Promise.all([db.destroy(), owner.end()])
  for (const service of services) await service.close()
})

/** Calls as one learner, alternating between the replicas. */
async function learner() {
  const id = randomUUID()
  const token = await services[1].identity.token('learner', { id })
  let turn = 0
  const call = async (method: string, path: string, body?: object) => {
    turn += 1
    const reply = await fetch(`${services[turn % 2 === 0 ? 0 : 1].url}/api/progress/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    // biome-ignore lint/suspicious/noExplicitAny: read by many tests, each of which knows its reply
    return { status: reply.status, body: (await reply.json()) as any }
  }
  return { id, call }
}
type Caller = Awaited<ReturnType<typeof learner>>

const today = () => new Date().toISOString().slice(0, 10)

/** Leaves this much room under a quota. */
async function leave(room: number, { id }: Caller, quota: QuotaName, per: 'day' | 'total'): Promise<void> {
  const { daily, total } = QUOTAS[quota]
  await owner.query(
    `insert into learner_usage (learner_id, quota, day, today, total) values ($1, $2, $3, $4, $5)
     on conflict (learner_id, quota) do update set day = $3, today = $4, total = $5`,
    [id, quota, today(), per === 'day' ? (daily ?? 0) - room : 0, per === 'total' ? total - room : 0],
  )
}

/** Statuses and codes of concurrent requests, in order. */
const outcomes = async (sent: readonly Promise<{ status: number; body: { code?: string } }>[]) =>
  (await Promise.all(sent)).map(({ status, body }) => body.code ?? `${status}`).toSorted()

describe('a charge', () => {
  const at = (day: number) => new Date(Date.UTC(2026, 0, day, 23, 59))
  const take = (learnerId: string, amount: number, day = 1) =>
    db
      .transaction()
      .execute((trx) => charge(trx, learnerId, [{ quota: 'progress-resets', amount }], at(day)))
      .then(() => 'taken')
      .catch((error: unknown) => (error instanceof DomainError ? error.details?.[0]?.message : error))
  const { daily, total } = QUOTAS['progress-resets']

  test('allows the daily limit, also for concurrent requests, and resets the next day', async () => {
    const taken = await Promise.all(Array.from({ length: daily + 10 }, () => take('ada', 1)))
    expect(taken.filter((one) => one === 'taken')).toHaveLength(daily)
    expect(taken.filter((one) => one === 'allows 100 a day')).toHaveLength(10)
    expect(await take('ada', 1, 2)).toBe('taken')
    // A clock that runs behind doesn't start a previous day again.
    expect(await take('ada', daily, 1)).toBe('allows 100 a day')
  })

  test('allows the total over all days, without counting rejected amounts', async () => {
    for (let day = 1; day <= total / daily; day += 1) expect(await take('bob', daily, day)).toBe('taken')
    expect(await take('bob', 1, 200)).toBe('allows 5,000 in total')
    expect(await take('eve', daily + 1)).toBe('allows 100 a day')
    expect(await take('eve', daily)).toBe('taken')
  })
})

describe('with two replicas', () => {
  test('notes', async () => {
    const ada = await learner()
    const note = (n: number, text = 'x'.repeat(1_000)) =>
      ada.call('PUT', `notes/${questionIds[n % questionIds.length]}`, { text })
    await leave(2_500, ada, 'note-text', 'day')
    expect(await outcomes([note(0), note(1), note(2), note(3)])).toEqual([
      '200',
      '200',
      'quota_exceeded',
      'quota_exceeded',
    ])
    await leave(QUOTAS['note-text'].daily, ada, 'note-text', 'day')
    await owner.query('delete from learner_note where learner_id = $1', [ada.id])
    await owner.query(
      `insert into learner_note (learner_id, question_id, text)
       select $1, gen_random_uuid(), repeat('x', 10000) from generate_series(1, 1999)`,
      [ada.id],
    )
    // There is room for one more note, and for 10 kB of text.
    expect(await outcomes([note(0), note(1), note(2), note(3)])).toEqual([
      '200',
      'too_many_notes',
      'too_many_notes',
      'too_many_notes',
    ])
    const { rows } = await owner.query(
      'select count(*)::int as notes from learner_note where learner_id = $1',
      [ada.id],
    )
    expect(rows).toEqual([{ notes: 2_000 }])
  })

  test('text of all notes together', async () => {
    const ada = await learner()
    await owner.query(
      `insert into learner_note (learner_id, question_id, text)
       select $1, gen_random_uuid(), repeat('ك', 10000) from generate_series(1, 999)`,
      [ada.id],
    )
    const text = 'ك'.repeat(9_000)
    expect(
      await outcomes(questionIds.slice(0, 2).map((id) => ada.call('PUT', `notes/${id}`, { text }))),
    ).toEqual(['200', 'quota_exceeded'])
    // Replacing a note with text of the same length adds nothing to the total.
    const { rows } = await owner.query(
      `select question_id as id from learner_note where learner_id = $1 and text = $2`,
      [ada.id, text],
    )
    expect((await ada.call('PUT', `notes/${rows[0].id}`, { text })).status).toBe(200)
  })

  test('bookmarks', async () => {
    const ada = await learner()
    await owner.query(
      `insert into learner_bookmark (learner_id, question_id)
       select $1, gen_random_uuid() from generate_series(1, 4999)`,
      [ada.id],
    )
    const set = await outcomes(questionIds.map((id) => ada.call('PUT', `bookmarks/${id}`, {})))
    expect(set.filter((one) => one === '200')).toHaveLength(1)
    await owner.query('delete from learner_bookmark where learner_id = $1', [ada.id])
    await leave(2, ada, 'bookmarks', 'day')
    expect(await outcomes(questionIds.map((id) => ada.call('PUT', `bookmarks/${id}`, {})))).toEqual([
      '200',
      '200',
      'quota_exceeded',
      'quota_exceeded',
    ])
  })

  test('custom plans', async () => {
    const ada = await learner()
    const plan = () => ada.call('POST', 'plans', { name: 'Mine', description: 'x'.repeat(1_000) })
    await leave(2_700, ada, 'custom-plan-text', 'day')
    expect(await outcomes([plan(), plan(), plan()])).toEqual(['201', '201', 'quota_exceeded'])
    await leave(QUOTAS['custom-plan-text'].daily, ada, 'custom-plan-text', 'day')
    await owner.query(
      `insert into own_plan (learner_id, plan_id, document)
       select $1, gen_random_uuid(), '{"sections": []}' from generate_series(1, 97)`,
      [ada.id],
    )
    expect(await outcomes([plan(), plan(), plan()])).toEqual(['201', 'too_many_plans', 'too_many_plans'])
    await owner.query(
      `update own_plan set document = jsonb_build_object('sections', '[]'::jsonb, 'x',
         (select string_agg(gen_random_uuid()::text, '') from generate_series(1, 140000)))
       where ctid = (select ctid from own_plan where learner_id = $1 limit 1)`,
      [ada.id],
    )
    await owner.query(
      `delete from own_plan where ctid = (select max(ctid) from own_plan
        where learner_id = $1 and document->>'x' is null)`,
      [ada.id],
    )
    expect((await plan()).body).toMatchObject({
      code: 'quota_exceeded',
      details: [{ path: 'custom-plan-text', message: 'allows 5 MB in total' }],
    })
  })

  test('practice sessions', async () => {
    const ada = await learner()
    const sections = ['x'.repeat(100)]
    const begin = (sessionId: string) => ada.call('POST', 'sessions', { sessionId, sections })
    await leave(600, ada, 'practice-sessions', 'total')
    expect(await outcomes([begin('a'), begin('b'), begin('c')])).toEqual(['200', '200', 'quota_exceeded'])
    await leave(300, ada, 'practice-sessions', 'day')
    const first = await ada.call('GET', 'sessions')
    const [{ sessionId }] = first.body.sessions
    const patch = () => ada.call('PATCH', `sessions/${sessionId}`, { sections })
    expect(await outcomes([patch(), patch()])).toEqual(['200', 'quota_exceeded'])
    // The session exists, so this adds nothing; it can also be ended.
    expect((await begin(sessionId)).status).toBe(200)
    expect((await ada.call('PATCH', `sessions/${sessionId}`, { difficulty: 'beginner' })).status).toBe(200)
  })

  test('flashcard reviews, resets and plans', async () => {
    const ada = await learner()
    for (const quota of ['card-reviews', 'progress-resets', 'plan-changes'] as const) {
      await leave(1, ada, quota, 'day')
    }
    const review = (n: number) =>
      ada.call('POST', `reviews/${questionIds[n]}`, { reviewId: randomUUID(), rating: 3 })
    expect(await outcomes([review(0), review(1)])).toEqual(['200', 'quota_exceeded'])
    const reset = () => ada.call('POST', 'reset', { scope: 'section', id: 'CSS' })
    expect(await outcomes([reset(), reset()])).toEqual(['200', 'quota_exceeded'])
    const plans = await Promise.all([1, 2].map(() => ada.call('POST', 'plans', { name: 'Mine' })))
    const start = ({ body }: (typeof plans)[number]) =>
      ada.call('POST', `plans/${body.plan.planId}/start`, {})
    expect(await outcomes(plans.map(start))).toEqual(['200', 'quota_exceeded'])
  })

  test('started plans', async () => {
    const ada = await learner()
    await owner.query(
      `insert into learner_plan (learner_id, plan_id, started_at, started_on)
       select $1, n, now(), current_date from generate_series(1, 299) as n`,
      [ada.id],
    )
    const plans = await Promise.all([1, 2].map(() => ada.call('POST', 'plans', { name: 'Mine' })))
    const started = plans.map(({ body }) => ada.call('POST', `plans/${body.plan.planId}/start`, {}))
    expect(await outcomes(started)).toEqual(['200', 'quota_exceeded'])
  })
})

test('never rejects an answer: beyond the limit of names it counts for its category and for no path', async () => {
  const ada = await learner()
  const max = QUOTAS['section-names'].total
  const answer = (n: number) => ({
    answerId: randomUUID(),
    questionId: questionIds[0],
    selectedOptionIds: ['a'],
    timeSpent: 1,
    section: `section ${n}`,
    learningPath: `path ${n}`,
  })
  const names = Array.from({ length: max + 60 }, (_, n) => n)
  const half = Math.ceil(names.length / 2)
  const replies = await Promise.all(
    [names.slice(0, half), names.slice(half)].map((of) =>
      ada.call('POST', 'save/batch', { answers: of.map(answer) }),
    ),
  )
  const saved = replies.flatMap(({ body }) => body.results as { status: string }[])
  expect(new Set(saved.map(({ status }) => status))).toEqual(new Set(['saved']))
  expect(saved).toHaveLength(names.length)
  // A read waits for the read models.
  expect((await ada.call('GET', 'get')).status).toBe(200)
  const { rows } = await owner.query(
    `select dimension, count(*)::int as rows, max(answered) as most from learner_figure where learner_id = $1
     group by dimension order by dimension`,
    [ada.id],
  )
  expect(rows).toEqual([
    { dimension: 'category', rows: 1, most: names.length },
    { dimension: 'section', rows: max + 1, most: 60 },
  ])
  const paths = await owner.query('select count(*)::int as rows from learner_path where learner_id = $1', [
    ada.id,
  ])
  expect(paths.rows).toEqual([{ rows: QUOTAS['path-names'].total }])
  // Known names still count.
  expect((await ada.call('POST', 'save', answer(0))).status).toBe(200)
})
