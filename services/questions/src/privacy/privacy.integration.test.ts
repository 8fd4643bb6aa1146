import { randomUUID } from 'node:crypto'
import type { ChallengeOpenedMessage } from '@rehearse/contracts'
import { withIdempotency } from '@rehearse/service-kit'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { storeOpenings } from '../library/repository.ts'
import { settleReport, storeReport } from '../reports/report-repository.ts'
import type { Db } from '../tables.ts'
import { bankDatabase } from '../testing/bank-database.ts'
import { exportLearner } from './personal-data.ts'
import { eraseLearner } from './repository.ts'

let db: Db
beforeAll(async () => {
  ;({ db } = await bankDatabase('questions_privacy'))
})

const opened = (learnerId: string): ChallengeOpenedMessage => ({
  id: randomUUID(),
  type: 'ChallengeOpened',
  version: 1,
  occurredAt: '2026-01-02T03:04:05.000Z',
  correlationId: null,
  causationId: null,
  data: { learnerId, challengeId: 'menu', reason: 'passed' },
})

/** Adds a row about the learner to every table that can contain one. */
async function leaveTraces(learnerId: string): Promise<void> {
  const question = { id: randomUUID(), version: 1 }
  const report = await storeReport(db, question, learnerId, { reason: 'typo', text: 'A typo' })
  await settleReport(db, report.id, 'admin_1', { state: 'resolved', answer: 'Mended' })
  const message = opened(learnerId)
  await db.transaction().execute((trx) => storeOpenings(trx, [message]))
  await withIdempotency(db, { actor: learnerId, key: 'k', request: [] }, async () => ({ done: true }))
  await sql`
    insert into parked_message (consumer, stream, stream_sequence, subject, payload, error, deliveries)
    values ('c', 'PROGRESS', ${Math.trunc(Math.random() * 1e9)}, 's', ${JSON.stringify(message)}, 'e', 5)`.execute(
    db,
  )
}

/** Tables with a row that contains the learner's id in any column. */
async function tablesAbout(learnerId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'`.execute(db)
  const found: string[] = []
  for (const { name } of rows) {
    const hits = await sql`
      select 1 from ${sql.table(name)} as row where position(${learnerId} in row::text) > 0 limit 1`.execute(
      db,
    )
    if (hits.rows.length > 0) found.push(name)
  }
  return found.sort()
}

test('erases everything about a learner, and nothing about others', async () => {
  const [gone, stays] = [randomUUID(), randomUUID()]
  await leaveTraces(gone)
  await leaveTraces(stays)
  const all = ['challenge_opening', 'idempotent_reply', 'parked_message', 'question_report']
  expect(await tablesAbout(gone)).toEqual(all)
  expect(await db.transaction().execute((trx) => eraseLearner(trx, gone))).toBe(4)
  expect(await tablesAbout(gone)).toEqual([])
  expect(await tablesAbout(stays)).toEqual(all)
  expect(await db.transaction().execute((trx) => eraseLearner(trx, gone))).toBe(0)
})

test('exports everything about a learner, and nothing about others', async () => {
  const learnerId = randomUUID()
  expect(await exportLearner(db, learnerId)).toEqual({ questionReports: [], openedChallenges: [] })
  await leaveTraces(learnerId)
  await leaveTraces(randomUUID())
  const data = await exportLearner(db, learnerId)
  expect(data).toMatchObject({
    questionReports: [{ reason: 'typo', text: 'A typo', state: 'resolved', answer: 'Mended' }],
    openedChallenges: [{ challengeId: 'menu', reason: 'passed', openedAt: '2026-01-02T03:04:05.000Z' }],
  })
  expect(data.questionReports).toHaveLength(1)
  expect(JSON.stringify(data)).not.toContain('admin_1')
})

test('doesn’t store a late event about an erased learner', async () => {
  const [gone, stays] = [randomUUID(), randomUUID()]
  await db.transaction().execute((trx) => eraseLearner(trx, gone))
  await db.transaction().execute((trx) => storeOpenings(trx, [opened(gone), opened(stays)]))
  expect(await tablesAbout(gone)).toEqual([])
  expect(await tablesAbout(stays)).toEqual(['challenge_opening'])
})

test('waits for a transaction that is writing about the learner', async () => {
  const learnerId = randomUUID()
  let erasing: Promise<number> | undefined
  await db.transaction().execute(async (trx) => {
    await storeOpenings(trx, [opened(learnerId)])
    erasing = db.transaction().execute((other) => eraseLearner(other, learnerId))
    await expect.poll(waitingForLocks).toBe(1)
  })
  expect(await erasing).toBe(1)
  expect(await tablesAbout(learnerId)).toEqual([])
})

async function waitingForLocks(): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_locks
    where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return rows[0]?.waiting ?? 0
}
