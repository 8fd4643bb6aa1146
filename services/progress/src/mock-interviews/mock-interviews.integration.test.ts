import { randomUUID } from 'node:crypto'
import {
  type LearnerExportPage,
  MOCK_INTERVIEW_MAX_BYTES,
  type MockInterview,
  type MockInterviewContent,
  type MockInterviewSummary,
  type Pagination,
  QUOTAS,
} from '@rehearse/contracts'
import { openEventLog } from '@rehearse/event-store'
import { readPersonalData } from '@rehearse/service-kit'
import { testNats } from '@rehearse/testing/test-nats'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { personalData } from '../accounts/accounts.ts'
import { eraseLearner } from '../accounts/repository.ts'
import { developmentSecret } from '../config.ts'
import { eventCatalog } from '../learner/event-catalog.ts'
import { learnerStream } from '../learner/events.ts'
import { ReadModels } from '../read-models/follow-log.ts'
import type { Db, ProgressTables } from '../tables.ts'
import { caller } from '../testing/caller.ts'
import { progressDatabase } from '../testing/progress-database.ts'
import { type ProgressService, startProgressService } from '../testing/progress-service.ts'
import { storeInterview } from './repository.ts'

const log = openEventLog({ catalog: eventCatalog, secret: developmentSecret })
let service: ProgressService
let owner: pg.Client
let db: Db

beforeAll(async () => {
  const database = await progressDatabase('progress_mock_interviews')
  service = await startProgressService(database, (await testNats()).url)
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  db = new Kysely({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: database.databaseUrl }) }),
  })
})
afterAll(async () => {
  await Promise.all([owner.end(), db.destroy()])
  await service.close()
})

interface Reply {
  code?: string
  error?: string
  interview: MockInterview
  interviews: MockInterviewSummary[]
  pagination: Pagination
}

async function learner() {
  const id = randomUUID()
  const call = await caller(service, id)
  const at = (interviewId = '') => `/api/progress/mock-interviews${interviewId && `/${interviewId}`}`
  return {
    id,
    list: (query = '') => call<Reply>(`${at()}${query}`),
    get: (interviewId: string) => call<Reply>(at(interviewId)),
    put: (interviewId: string, body: object) => call<Reply>(at(interviewId), body, { method: 'PUT' }),
    remove: (interviewId: string) => call<Reply>(at(interviewId), undefined, { method: 'DELETE' }),
  }
}

const content = (answer: string, changes: Partial<MockInterviewContent> = {}): MockInterviewContent => ({
  setup: { role: 'react', level: 'senior', minutes: 20, readAloud: false, dictate: false },
  startedAt: '2026-11-29T10:00:00.000Z',
  endedAt: null,
  finishedAt: null,
  parts: [
    {
      kind: 'concept',
      id: 'closures',
      title: 'Explain closures',
      content: 'In your own words.',
      category: 'JavaScript',
      minutes: 4,
      model: 'A function with its variables.',
      points: [{ text: 'Defines the scope', followUp: '' }],
    },
  ],
  given: [{ answer, followUpAnswer: '', seconds: 12, covered: [0], marks: [4, null, 2] }],
  position: 0,
  ...changes,
})
const finished = { endedAt: '2026-11-29T10:20:00.000Z', finishedAt: '2026-11-29T10:25:00.000Z' }
const draft = (answer: string, revision: number) => ({ ...content(answer), revision })
const report = (answer: string, revision: number) => ({ ...content(answer, finished), revision })

async function exported(learnerId: string): Promise<object[]> {
  const data = personalData(log, new ReadModels(db, log))
  const rows: object[] = []
  for (let from: LearnerExportPage['next'] = null; ; ) {
    const page: LearnerExportPage = await readPersonalData(db, data, { learnerId, from })
    if (page.collection === 'learner_mock_interview') rows.push(...page.rows)
    if (page.next === null) return rows
    from = page.next
  }
}

const rowsOf = async (learnerId: string) =>
  (await owner.query('select * from learner_mock_interview where learner_id = $1', [learnerId])).rows

test('an interview in progress continues on another device and becomes a report', async () => {
  const { list, get, put, remove } = await learner()
  const id = randomUUID()
  expect(await get(id)).toMatchObject({ status: 404, body: { code: 'mock_interview_not_found' } })
  expect(await put(id, draft('one', 0))).toMatchObject({
    status: 200,
    body: { interview: { id, revision: 1, ...content('one') } },
  })
  // Repeated after a lost response.
  expect((await put(id, draft('one', 0))).body.interview.revision).toBe(1)
  expect((await put(id, draft('two', 1))).body.interview.revision).toBe(2)
  expect((await put(id, report('two', 2))).body.interview).toMatchObject({ revision: 3, ...finished })
  expect((await get(id)).body.interview).toMatchObject(content('two', finished))

  const { interviews, pagination } = (await list()).body
  expect(pagination).toMatchObject({ page: 1, totalCount: 1 })
  expect(interviews).toEqual([
    {
      id,
      revision: 3,
      updatedAt: expect.any(String),
      setup: { role: 'react', level: 'senior', minutes: 20 },
      startedAt: '2026-11-29T10:00:00.000Z',
      ...finished,
      parts: [{ kind: 'concept', id: 'closures', minutes: 4, points: 1 }],
      given: [{ covered: [0], marks: [4, null, 2] }],
    },
  ])
  expect((await remove(id)).status).toBe(200)
  expect((await remove(id)).status).toBe(200)
  expect((await get(id)).status).toBe(404)
  expect((await list()).body.interviews).toEqual([])
})

test('a device with an older draft doesn’t overwrite the report, and gets the report', async () => {
  const { get, put } = await learner()
  const id = randomUUID()
  await put(id, draft('one', 0))
  await put(id, report('two', 1))
  for (const revision of [0, 1])
    expect(await put(id, draft('stale', revision))).toMatchObject({
      status: 409,
      body: {
        success: false,
        code: 'mock_interview_conflict',
        requestId: expect.any(String),
        interview: { id, revision: 2, ...content('two', finished) },
      },
    })
  expect((await get(id)).body.interview).toMatchObject(content('two', finished))

  // Of several devices that start from the same draft, one succeeds.
  const replies = await Promise.all(Array.from({ length: 6 }, (_, n) => put(id, report(`at once ${n}`, 2))))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(5).fill(409)])
})

test('no other learner reads, changes or deletes it', async () => {
  const [one, other] = [await learner(), await learner()]
  const id = randomUUID()
  await one.put(id, draft('mine', 0))
  expect((await other.get(id)).status).toBe(404)
  await other.remove(id)
  expect((await other.put(id, draft('theirs', 0))).body.interview.revision).toBe(1)
  expect((await one.get(id)).body.interview).toMatchObject({ revision: 1, ...content('mine') })
  expect((await other.list()).body.interviews).toHaveLength(1)
})

test('lists the newest first, by page', async () => {
  const { list, put } = await learner()
  const ids = [randomUUID(), randomUUID(), randomUUID()]
  for (const id of ids) await put(id, draft(id, 0))
  const pages = [await list('?page=1&pageSize=2'), await list('?page=2&pageSize=2')]
  expect(pages.flatMap(({ body }) => body.interviews.map(({ id }) => id))).toEqual(ids.toReversed())
})

test('rejects what it doesn’t know, and what is too long or too deep', async () => {
  const { list, put } = await learner()
  const [part] = content('').parts
  const deep = JSON.parse(`${'['.repeat(30)}${']'.repeat(30)}`)
  for (const [body, status, code] of [
    [{ ...draft('', 0), more: 1 }, 400, 'invalid_request'],
    [{ ...draft('', 0), parts: [{ ...part, more: 1 }] }, 400, 'invalid_request'],
    [draft('x'.repeat(10_001), 0), 400, 'invalid_request'],
    [{ ...draft('', 0), parts: Array(21).fill(part) }, 400, 'invalid_request'],
    [draft('', -1), 400, 'invalid_request'],
    [{ ...draft('', 0), parts: deep }, 400, 'too_deep'],
    [{ ...draft('', 0), more: 'x'.repeat(MOCK_INTERVIEW_MAX_BYTES) }, 413, 'payload_too_large'],
  ] as const)
    expect(await put(randomUUID(), body)).toMatchObject({ status, body: { code } })
  expect((await put('no-uuid', draft('', 0))).status).toBe(400)
  expect((await list()).body.interviews).toEqual([])
})

test('counts toward the learner’s quota', async () => {
  const { id, put } = await learner()
  const first = randomUUID()
  await put(first, draft('one', 0))
  const full = (path: string) => ({ status: 409, body: { code: 'quota_exceeded', details: [{ path }] } })
  await owner.query('update learner_mock_interview set bytes = $2 where learner_id = $1', [
    id,
    QUOTAS['mock-interview-text'].total - 20,
  ])
  expect(await put(randomUUID(), draft('two', 0))).toMatchObject(full('mock-interview-text'))
  // It replaces the stored text, so the total stays within the limit.
  expect((await put(first, draft('two', 1))).status).toBe(200)

  await owner.query(
    `insert into learner_mock_interview (learner_id, interview_id, revision, bytes, summary, sealed)
     select $1, gen_random_uuid(), 1, 0, '', '' from generate_series(2, $2)`,
    [id, QUOTAS['mock-interviews'].total],
  )
  expect(await put(randomUUID(), draft('three', 0))).toMatchObject(full('mock-interviews'))
  expect((await put(first, draft('three', 2))).status).toBe(200)

  await owner.query(`update learner_usage set today = $2 where learner_id = $1`, [
    id,
    QUOTAS['mock-interview-text'].daily,
  ])
  expect(await put(first, draft('four', 3))).toMatchObject(full('mock-interview-text'))
  expect(await rowsOf(id)).toHaveLength(QUOTAS['mock-interviews'].total)
})

test('is encrypted with the learner’s key, exported, and deleted with the learner', async () => {
  const { id, get, put } = await learner()
  const interviewId = randomUUID()
  expect((await put(interviewId, report('secretAnswer', 0))).status).toBe(200)
  expect(await exported(id)).toEqual([
    { id: interviewId, revision: 1, updatedAt: expect.any(String), ...content('secretAnswer', finished) },
  ])
  const [row] = await rowsOf(id)
  const inTheClear = Object.values(row).map((value) =>
    Buffer.isBuffer(value) ? value.toString('latin1') : value,
  )
  expect(JSON.stringify(inTheClear)).not.toMatch(/secretAnswer|closures|senior/)

  await db.transaction().execute((trx) => eraseLearner(trx, id))
  expect(await rowsOf(id)).toEqual([])
  expect(await log.sealOf<ProgressTables>(db, learnerStream(id))).toBeUndefined()
  expect((await get(interviewId)).status).toBe(404)
  expect(await put(interviewId, draft('again', 0))).toMatchObject({ status: 410 })
  expect(await exported(id)).toEqual([])
})

test('an erasure waits for one that is being stored, and deletes it', async () => {
  const { id } = await learner()
  let erasing: Promise<void> | undefined
  await db.transaction().execute(async (trx) => {
    await storeInterview(
      trx,
      log,
      { learnerId: id, interviewId: randomUUID() },
      draft('secret', 0),
      new Date(),
    )
    erasing = db.transaction().execute((other) => eraseLearner(other, id))
    const waiting = `select from pg_locks where locktype = 'advisory' and not granted`
    await expect.poll(async () => (await owner.query(waiting)).rowCount).toBeGreaterThan(0)
  })
  await erasing
  expect(await rowsOf(id)).toEqual([])
  expect(await log.sealOf<ProgressTables>(db, learnerStream(id))).toBeUndefined()
})
