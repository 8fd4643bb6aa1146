import { randomBytes, randomUUID } from 'node:crypto'
import {
  type ChallengeAttemptReply,
  type ChallengeDraft,
  type LearnerExportPage,
  QUOTAS,
} from '@rehearse/contracts'
import { openEventLog, rebuild } from '@rehearse/event-store'
import { readPersonalData } from '@rehearse/service-kit'
import type { TestDatabase } from '@rehearse/testing/test-database'
import { testNats } from '@rehearse/testing/test-nats'
import fc from 'fast-check'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { personalData } from '../accounts/accounts.ts'
import { eraseLearner } from '../accounts/repository.ts'
import { developmentSecret } from '../config.ts'
import { eventCatalog } from '../learner/event-catalog.ts'
import { learnerStream } from '../learner/events.ts'
import { challengesProjection } from '../read-models/achievements.ts'
import { ReadModels } from '../read-models/follow-log.ts'
import { shadowOf } from '../read-models/projections.ts'
import type { Db, ProgressTables } from '../tables.ts'
import { type Call, caller } from '../testing/caller.ts'
import { progressDatabase } from '../testing/progress-database.ts'
import { type ProgressService, startProgressService } from '../testing/progress-service.ts'
import { storeDraft } from './draft-repository.ts'

const MB = 1_000_000
const log = openEventLog({ catalog: eventCatalog, secret: developmentSecret })
let database: TestDatabase
let services: ProgressService[]
let owner: pg.Client
let db: Db
let ownerDb: Db

beforeAll(async () => {
  const nats = await testNats()
  database = await progressDatabase('progress_challenge_storage')
  services = [await startProgressService(database, nats.url), await startProgressService(database, nats.url)]
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const open = (connectionString: string) =>
    new Kysely<ProgressTables>({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString }) }) })
  db = open(database.databaseUrl)
  ownerDb = open(database.ownerUrl)
  for (const id of ['todo-list', 'contact-form', 'gallery', 'sum']) {
    const kind = id === 'sum' ? 'typescript' : 'web'
    await owner.query(
      `insert into definition (kind, id, revision, removed, document) values ('challenge', $1, 1, false, $2)`,
      [
        id,
        {
          challengeId: id,
          kind,
          title: id,
          category: 'css',
          difficulty: 'easy',
          testIds: ['a'],
          maxScore: 10,
        },
      ],
    )
  }
})
afterAll(async () => {
  await Promise.all([owner.end(), db.destroy(), ownerDb.destroy()])
  for (const service of services) await service.close()
})

/** A learner signed in at both replicas, which trust the identity service that started last. */
async function learner(id = randomUUID()): Promise<{ id: string; at: readonly [Call, Call] }> {
  const [first, second] = services as [ProgressService, ProgressService]
  const { identity } = second
  return { id, at: [await caller({ ...first, identity }, id), await caller(second, id)] }
}

const path = '/api/progress/challenges'
const attempt = (changes: object = {}) => ({
  attemptId: randomUUID(),
  challengeId: 'todo-list',
  code: { javascript: 'add()' },
  results: [{ testId: 'a', passed: true, got: '4' }],
  score: 10,
  maxScore: 10,
  completed: true,
  timeSpent: 1,
  ...changes,
})

/** Code that compression can't make smaller. */
const noise = (bytes: number) => {
  const part = () => randomBytes(bytes / 6).toString('hex')
  return { html: part(), css: part(), javascript: part() }
}

/** Total bytes in the database. */
async function stored(): Promise<number> {
  const { rows } = await owner.query('select pg_database_size(current_database())::float8 as size')
  return rows[0].size
}

/** Everything that a learner can export, by collection. */
async function exported(learnerId: string): Promise<Record<string, Record<string, unknown>[]>> {
  const data = personalData(log, new ReadModels(db, log))
  const all: Record<string, Record<string, unknown>[]> = {}
  for (let from: LearnerExportPage['next'] = null; ; ) {
    const page: LearnerExportPage = await readPersonalData(db, data, { learnerId, from })
    all[page.collection] = [...(all[page.collection] ?? []), ...page.rows]
    from = page.next
    if (from === null) return all
  }
}
const exportedCode = async (learnerId: string) =>
  (await exported(learnerId)).learner_challenge_code?.map(({ challengeId, code }) => [challengeId, code]) ??
  []

test('stores only one day’s worth of code for a learner who floods two replicas with attempts', async () => {
  const { id, at } = await learner()
  const before = await stored()
  const saved: unknown[] = []
  const codes = new Set<string>()
  await Promise.all(
    at.map(async (call) => {
      for (let n = 0; n < 30; n += 1) {
        const { status, body } = await call(path, attempt({ code: noise(144_000) }))
        if (status === 200) saved.push(body)
        else codes.add(`${status} ${body.code}`)
      }
    }),
  )
  expect(saved).toHaveLength(Math.floor(QUOTAS['challenge-code'].daily / 144_100))
  expect([...codes].filter((code) => !code.includes('expected_version'))).toEqual(['409 quota_exceeded'])
  // Replaced rows use space until they are vacuumed.
  expect((await stored()) - before).toBeLessThan(4 * MB)
  const { rows } = await owner.query(
    'select sum(pg_column_size(event))::int as log from event where stream_id = $1',
    [learnerStream(id)],
  )
  expect(rows[0].log).toBeLessThan(50_000)

  // Without code the attempt is saved all the same.
  expect(await at[0](path, attempt({ code: {} }))).toMatchObject({ status: 200 })
  const large = attempt({ code: noise(144_000) })
  expect(await at[0](path, large)).toMatchObject({ status: 409, body: { code: 'quota_exceeded' } })
  // Another day.
  await owner.query(`update learner_usage set day = day - 1 where learner_id = $1`, [id])
  expect(await at[1](path, large)).toMatchObject({ status: 200 })
})

test('limits the number of attempts, and confirms attempts that were recorded before the limit', async () => {
  const { id, at } = await learner()
  const first = attempt()
  expect((await at[0](path, first)).status).toBe(200)
  const used = { day: new Date().toISOString().slice(0, 10), today: QUOTAS['challenge-attempts'].daily - 1 }
  await owner.query(
    `update learner_usage set day = $2, today = $3 where learner_id = $1 and quota = 'challenge-attempts'`,
    [id, used.day, used.today],
  )
  const replies = await Promise.all(at.map((call) => call(path, attempt({ code: {} }))))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await at[0](path, first)).status).toBe(200)
})

test('limits a learner’s stored code over all challenges', async () => {
  const { id, at } = await learner()
  expect((await at[0](path, attempt({ challengeId: 'gallery' }))).status).toBe(200)
  await owner.query('update learner_challenge_code set bytes = $2 where learner_id = $1', [
    id,
    QUOTAS['challenge-code'].total - 50,
  ])
  const refused = await at[1](path, attempt())
  expect(refused).toMatchObject({ status: 409, body: { code: 'quota_exceeded' } })
  expect(refused.body.error).toBe(
    'The stored challenge code has reached its limit (10 MB). Send the attempt without its code to save its score.',
  )
  // This code replaces stored code, so the total stays within the limit.
  expect((await at[1](path, attempt({ challengeId: 'gallery' }))).status).toBe(200)
})

test('stores and exports the code of the best and the latest attempt, and deletes it with the learner', async () => {
  const { id, at } = await learner()
  for (const [score, completed, javascript] of [
    [4, false, 'first()'],
    [10, true, 'best()'],
    [2, false, 'worse()'],
    [6, false, 'latest()'],
  ] as const) {
    expect((await at[0](path, attempt({ score, completed, code: { javascript } }))).status).toBe(200)
  }
  expect((await at[1](path, attempt({ challengeId: 'gallery' }))).status).toBe(200)
  const all = await exported(id)
  expect(new Set(await exportedCode(id))).toEqual(
    new Set([
      ['gallery', { javascript: 'add()' }],
      ['todo-list', { javascript: 'best()' }],
      ['todo-list', { javascript: 'latest()' }],
    ]),
  )
  expect(all.learner_challenge_code?.[0]).toMatchObject({
    results: [{ testId: 'a', passed: true, got: '4' }],
  })
  const attempts = all.events?.filter(({ type }) => type === 'ChallengeAttempted')
  expect(attempts?.[0]).toMatchObject({ codeHash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(JSON.stringify(attempts)).not.toContain('best()')
  const { rows: sealed } = await owner.query(
    `select * from learner_challenge_code where learner_id = $1 and position('best()'::bytea in sealed) > 0`,
    [id],
  )
  expect(sealed).toEqual([])

  const { rows: copies } = await owner.query<{ event_id: string; sealed: Buffer }>(
    'select event_id, sealed from learner_challenge_code where learner_id = $1 limit 1',
    [id],
  )
  const [copy] = copies
  const seal = await log.sealOf<ProgressTables>(db, learnerStream(id))
  expect(seal?.open(copy?.event_id ?? '', copy?.sealed as Buffer)).toHaveProperty('code')
  await db.transaction().execute((trx) => eraseLearner(trx, id))
  expect(await exportedCode(id)).toEqual([])
  const { rows } = await owner.query(
    `select learner_id from learner_challenge_code where learner_id = $1
     union all select learner_id from learner_usage where learner_id = $1`,
    [id],
  )
  expect(rows).toEqual([])
  // A copy of a row, such as one in a backup, can't be decrypted either.
  expect(await log.sealOf<ProgressTables>(db, learnerStream(id))).toBeUndefined()
  expect(await at[0](path, attempt())).toMatchObject({ status: 410 })
})

test('reads and exports events of version 1, which contain the code, unchanged', async () => {
  const { id, at } = await learner()
  const data = {
    ...attempt({ learnerId: id, code: { javascript: 'inline()' } }),
    challengeTitle: 'Todo list',
    category: 'css',
    difficulty: 'beginner',
    bestBefore: 0,
    timeZone: 'UTC',
    attemptedAt: '2026-01-01T12:00:00.000Z',
    receivedAt: '2026-01-01T12:00:00.000Z',
  }
  const metadata = { correlationId: null, causationId: null }
  const event = { eventId: randomUUID(), type: 'ChallengeAttempted', schemaVersion: 1, data, metadata }
  await db.transaction().execute(async (trx) => {
    const events = await log.append<ProgressTables>(trx, [
      { streamId: learnerStream(id), expectedVersion: 0, wrappedKey: null, events: [event] },
    ])
    await challengesProjection.apply(trx, events)
  })
  const [read] = await log.reader<ProgressTables>(db).readStream(learnerStream(id))
  expect(read).toMatchObject({
    schemaVersion: 3,
    data: { kind: 'web', codeHash: null, code: { javascript: 'inline()' } },
  })
  expect((await exported(id)).events?.[0]).toMatchObject({ code: { javascript: 'inline()' } })
  expect((await at[0](path, attempt())).status).toBe(200)
  expect((await at[0]<{ history: object[] }>('/api/progress/history')).body.history).toHaveLength(2)
  await db.transaction().execute((trx) => eraseLearner(trx, id))
  const shredded = await log.reader<ProgressTables>(db).readStream(learnerStream(id))
  expect(JSON.stringify(shredded)).not.toContain('inline()')
})

test('stores and exports the files of an attempt, whose event names the kind', async () => {
  const { id, at } = await learner()
  const files = [{ path: 'src/sum.ts', text: 'export const secretSum = 1' }]
  const results = [{ testId: `sum > ${'a'.repeat(94)}`, passed: true }]
  const { code: _, ...sent } = attempt({ challengeId: 'sum', files, results })
  const saved = await at[0]<ChallengeAttemptReply>(path, sent)
  expect(saved).toMatchObject({ status: 200, body: { result: { points: 50, completed: true } } })
  const all = await exported(id)
  expect(all.learner_challenge_code).toMatchObject([{ challengeId: 'sum', files, results }])
  const [attempted] = all.events ?? []
  expect(attempted).toMatchObject({ kind: 'typescript', codeHash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(JSON.stringify(all.events)).not.toContain('secretSum')
  const { rows } = await owner.query(
    `select from learner_challenge_code where learner_id = $1 and position('secretSum'::bytea in sealed) > 0`,
    [id],
  )
  expect(rows).toEqual([])
  // They count towards the quota like code.
  const large = Array.from({ length: 10 }, (_, n) => ({ path: `${n}.ts`, text: 'x'.repeat(50_000) }))
  const replies = []
  for (let n = 0; n < 5; n += 1)
    replies.push((await at[n % 2 ? 1 : 0](path, attempt({ files: large }))).status)
  expect(replies).toEqual([200, 200, 200, 409, 409])
})

test.each([
  [[{ path: '../sum.ts', text: '' }], 'files.0.path'],
  [[{ path: 'sum.ts', text: 'x'.repeat(50_001) }], 'files.0.text'],
  [Array.from({ length: 11 }, (_, n) => ({ path: `${n}.ts`, text: '' })), 'files'],
])('rejects files that no challenge has: %#', async (files, at) => {
  const { at: calls } = await learner()
  const refused = await calls[0](path, attempt({ files }))
  expect(refused).toMatchObject({ status: 400, body: { details: [{ path: at }] } })
})

test('reads and exports events of version 2, from before there were kinds', async () => {
  const { id } = await learner()
  const data = {
    ...{ attemptId: randomUUID(), learnerId: id, challengeId: 'todo-list', challengeTitle: 'Todo list' },
    ...{ category: 'css', difficulty: 'beginner', score: 1, maxScore: 2, completed: true, bestBefore: 0 },
    ...{ timeSpent: 9, codeHash: null, timeZone: 'UTC' },
    ...{ attemptedAt: '2026-01-01T12:00:00.000Z', receivedAt: '2026-01-01T12:00:00.000Z' },
  }
  const metadata = { correlationId: null, causationId: null }
  const event = { eventId: randomUUID(), type: 'ChallengeAttempted', schemaVersion: 2, data, metadata }
  await db.transaction().execute(async (trx) => {
    await log.append<ProgressTables>(trx, [
      { streamId: learnerStream(id), expectedVersion: 0, wrappedKey: null, events: [event] },
    ])
  })
  const [read] = await log.reader<ProgressTables>(db).readStream(learnerStream(id))
  expect(read).toMatchObject({ schemaVersion: 3, data: { ...data, kind: 'web' } })
  expect((await exported(id)).events?.[0]).toMatchObject({ kind: 'web', score: 1 })
})

test('stores the best and the latest code for any attempts, and rebuilds read models equal to the live ones', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          challengeId: fc.constantFrom('todo-list', 'contact-form'),
          score: fc.integer({ min: 0, max: 3 }),
          completed: fc.boolean(),
          hasCode: fc.boolean(),
        }),
        { minLength: 1, maxLength: 8 },
      ),
      async (attempts) => {
        const { id, at } = await learner()
        const expected = new Map<string, { best: number; rank: number; latest: number }>()
        for (const [n, { hasCode, ...one }] of attempts.entries()) {
          const code = hasCode ? { javascript: `${n}` } : {}
          expect((await at[n % 2 ? 1 : 0](path, attempt({ ...one, code }))).status).toBe(200)
          if (!hasCode) continue
          const rank = one.score / 10 + (one.completed ? 1 : 0)
          const before = expected.get(one.challengeId) ?? { best: n, rank, latest: n }
          const isBetter = rank >= before.rank
          expected.set(one.challengeId, {
            best: isBetter ? n : before.best,
            rank: Math.max(rank, before.rank),
            latest: n,
          })
        }
        const kept = [...expected].flatMap(([challengeId, { best, latest }]) =>
          [...new Set([best, latest])].map((n) => [challengeId, { javascript: `${n}` }]),
        )
        expect(new Set(await exportedCode(id))).toEqual(new Set(kept))
      },
    ),
    { numRuns: 8 },
  )
  const shadow = () => shadowOf([challengesProjection], { name: 'again', revision: '1' })
  const live = await owner.query('select * from learner_challenge_attempt order by event_id')
  await rebuild(log, ownerDb, shadow())
  expect((await owner.query('select * from learner_challenge_attempt order by event_id')).rows).toEqual(
    live.rows,
  )
})

const draftPath = `${path}/sum/draft`
const draft = (text: string, revision: number) => ({ files: [{ path: 'sum.ts', text }], revision })
type Draft = { draft: ChallengeDraft }
const put = { method: 'PUT' } as const

test('stores a draft for all devices, and shows a conflict to the device that is behind', async () => {
  const {
    at: [phone, laptop],
  } = await learner()
  const empty = { success: true, draft: { files: [], revision: 0, updatedAt: null } }
  expect(await phone(draftPath)).toMatchObject({ status: 200, body: empty })
  const first = await phone<Draft>(draftPath, draft('one', 0), put)
  expect(first).toMatchObject({ status: 200, body: { draft: draft('one', 1) } })
  expect((await laptop(draftPath)).body).toEqual(first.body)
  expect((await laptop(draftPath, draft('two', 1), put)).body).toMatchObject({ draft: draft('two', 2) })
  // Repeated after a lost response.
  expect((await laptop(draftPath, draft('two', 1), put)).body).toMatchObject({ draft: draft('two', 2) })

  expect(await phone(draftPath, draft('three', 1), put)).toMatchObject({
    status: 409,
    body: { success: false, code: 'draft_conflict', draft: draft('two', 2), requestId: expect.any(String) },
  })
  expect((await phone(draftPath, draft('three', 2), put)).body).toMatchObject({ draft: draft('three', 3) })
  expect((await laptop(draftPath)).body).toMatchObject({ draft: draft('three', 3) })

  // Of several devices that start from the same draft, one succeeds.
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, n) => (n % 2 ? phone : laptop)(draftPath, draft(`at once ${n}`, 3), put)),
  )
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
})

test('stores a draft only for a challenge that exists, and within limits', async () => {
  const { id, at } = await learner()
  const missing = { status: 404, body: { code: 'challenge_not_found' } }
  expect(await at[0](`${path}/nowhere/draft`)).toMatchObject(missing)
  expect(await at[0](`${path}/nowhere/draft`, draft('one', 0), put)).toMatchObject(missing)
  for (const body of [
    draft('x'.repeat(50_001), 0),
    draft('one', -1),
    { files: Array.from({ length: 11 }, (_, n) => ({ path: `${n}.ts`, text: '' })), revision: 0 },
  ])
    expect(await at[0](draftPath, body, put)).toMatchObject({ status: 400 })

  expect((await at[0](draftPath, draft('one', 0), put)).status).toBe(200)
  const full = { status: 409, body: { code: 'quota_exceeded', details: [{ path: 'challenge-drafts' }] } }
  await owner.query('update learner_challenge_draft set bytes = $2 where learner_id = $1', [
    id,
    QUOTAS['challenge-drafts'].total - 20,
  ])
  expect(await at[1](`${path}/gallery/draft`, draft('two', 0), put)).toMatchObject(full)
  expect((await at[1](draftPath, draft('two', 1), put)).status).toBe(200)
  await owner.query(`update learner_usage set today = $2 where learner_id = $1`, [
    id,
    QUOTAS['challenge-drafts'].daily,
  ])
  expect(await at[1](draftPath, draft('three', 2), put)).toMatchObject(full)
  // An attempt's code has a limit of its own.
  expect((await at[1](path, attempt())).status).toBe(200)
})

test('encrypts drafts with the key of the learner, exports them, and deletes them with the learner', async () => {
  const { id, at } = await learner()
  expect((await at[0](draftPath, draft('secretDraft', 0), put)).status).toBe(200)
  // The first event of a learner with a draft finds the key that the draft has created.
  expect((await at[1](path, attempt())).status).toBe(200)
  expect((await exported(id)).learner_challenge_draft).toEqual([
    { challengeId: 'sum', files: draft('secretDraft', 0).files, updatedAt: expect.any(String) },
  ])
  const { rows } = await owner.query(
    `select position('secretDraft'::bytea in sealed) as found from learner_challenge_draft where learner_id = $1`,
    [id],
  )
  expect(rows).toEqual([{ found: 0 }])
  await db.transaction().execute((trx) => eraseLearner(trx, id))
  expect((await owner.query('select from learner_challenge_draft where learner_id = $1', [id])).rows).toEqual(
    [],
  )
  expect(await log.sealOf<ProgressTables>(db, learnerStream(id))).toBeUndefined()
  expect(await at[0](draftPath, draft('again', 0), put)).toMatchObject({ status: 410 })
  expect((await exported(id)).learner_challenge_draft).toEqual([])
})

test('an erasure waits for a draft that is being stored, and deletes it', async () => {
  const { id } = await learner()
  const files = draft('secretDraft', 0).files
  let erasing: Promise<void> | undefined
  await db.transaction().execute(async (trx) => {
    const place = { learnerId: id, challengeId: 'sum' }
    await storeDraft(trx, log, place, { files, revision: 0 }, new Date())
    erasing = db.transaction().execute((other) => eraseLearner(other, id))
    await expect
      .poll(
        async () =>
          (await owner.query(`select from pg_locks where locktype = 'advisory' and not granted`)).rowCount,
      )
      .toBeGreaterThan(0)
  })
  await erasing
  expect((await owner.query('select from learner_challenge_draft where learner_id = $1', [id])).rows).toEqual(
    [],
  )
  expect(await log.sealOf<ProgressTables>(db, learnerStream(id))).toBeUndefined()
})
