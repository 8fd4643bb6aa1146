import { randomUUID } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../tables.ts'
import { progressDatabase } from '../testing/progress-database.ts'
import { eraseLearner, preferredTimeZone, storePreferences } from './repository.ts'

let db: Db
beforeAll(async () => {
  const { databaseUrl } = await progressDatabase('time_zones')
  db = new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: databaseUrl }) }) })
})
afterAll(() => db.destroy())

const store = (learnerId: string, timeZone: string, changedAt: string) =>
  db.transaction().execute((trx) => storePreferences(trx, { learnerId, timeZone, changedAt }))

test('keeps the latest of changes that arrive in any order', async () => {
  const learnerId = randomUUID()
  await store(learnerId, 'Asia/Tokyo', '2026-11-21T12:00:00.500Z')
  await store(learnerId, 'Europe/Berlin', '2026-11-21T12:00:00.000Z')
  expect(await preferredTimeZone(db, learnerId)).toBe('Asia/Tokyo')
  await store(learnerId, 'America/New_York', '2026-11-21T12:00:00.501Z')
  expect(await preferredTimeZone(db, learnerId)).toBe('America/New_York')
})

test('ignores a change that arrives after its learner was erased', async () => {
  const learnerId = randomUUID()
  await store(learnerId, 'Asia/Tokyo', '2026-11-21T12:00:00.000Z')
  await db.transaction().execute((trx) => eraseLearner(trx, learnerId))
  await store(learnerId, 'Europe/Berlin', '2026-11-21T12:00:01.000Z')
  expect(await preferredTimeZone(db, learnerId)).toBe('UTC')
})
