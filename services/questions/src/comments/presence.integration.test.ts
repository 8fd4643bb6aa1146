import { PRESENCE } from '@rehearse/contracts/content-limits'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Db } from '../tables.ts'
import { bankDatabase } from '../testing/bank-database.ts'
import { recordPresence, removePresence } from './presence-repository.ts'

let db: Db
beforeAll(async () => {
  ;({ db } = await bankDatabase('presence'))
})
const article = (entryId: string) => ({ kind: 'articles' as const, entryId })
const age = (account: string, milliseconds: number) =>
  sql`update presence set seen_at = now() - ${milliseconds} * interval '1 millisecond' where account = ${account}`.execute(
    db,
  )
const rows = async () =>
  (await sql<{ count: number }>`select count(*)::int as count from presence`.execute(db)).rows[0]?.count

test('shows the others who have the same content open, until they leave', async () => {
  const one = article('one')
  expect(await recordPresence(db, one, 'ada')).toEqual([])
  expect(await recordPresence(db, one, 'bob')).toEqual(['ada'])
  expect(await recordPresence(db, article('two'), 'eve')).toEqual([])
  expect(await recordPresence(db, one, 'ada')).toEqual(['bob'])
  await removePresence(db, one, 'bob')
  expect(await recordPresence(db, one, 'ada')).toEqual([])
})

test('ends within 30 seconds without a report, and its rows are removed', async () => {
  // The others ask again after a heartbeat at most.
  expect(PRESENCE.expiry + PRESENCE.heartbeat).toBeLessThan(30_000)
  const lost = article('lost')
  await recordPresence(db, lost, 'lost')
  await age('lost', PRESENCE.expiry - 5_000)
  expect(await recordPresence(db, lost, 'stays')).toEqual(['lost'])
  await age('lost', PRESENCE.expiry + 1_000)
  expect(await recordPresence(db, lost, 'stays')).toEqual([])
  const { rows: left } = await sql`select from presence where account = 'lost'`.execute(db)
  expect(left).toEqual([])
  // An admin who returns is shown again.
  await recordPresence(db, lost, 'lost')
  expect(await recordPresence(db, lost, 'stays')).toEqual(['lost'])
})

test('has at most 50 rows of an account', async () => {
  const before = (await rows()) ?? 0
  for (let number = 0; number < 60; number += 1) await recordPresence(db, article(`many-${number}`), 'many')
  expect(((await rows()) ?? 0) - before).toBe(50)
  // What it has open already stays.
  expect(await recordPresence(db, article('many-3'), 'other')).toEqual(['many'])
  await recordPresence(db, article('many-3'), 'many')
})

test('takes reports of many at once', async () => {
  const busy = article('busy')
  const accounts = Array.from({ length: 20 }, (_, number) => `busy-${number}`)
  for (const _ of [1, 2, 3]) {
    await Promise.all(accounts.map((account) => recordPresence(db, busy, account)))
    await sql`update presence set seen_at = now() - interval '1 hour' where account like 'many'`.execute(db)
  }
  expect(await recordPresence(db, busy, 'busy-0')).toHaveLength(19)
})
