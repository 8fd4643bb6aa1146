import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServiceDatabase, serviceDatabase } from '../testing/service-database.ts'
import { CONSUMED_FOR, deleteConsumedBefore } from './deduplicate.ts'
import type { MessagingTables } from './messaging-tables.ts'

let database: ServiceDatabase<MessagingTables>
beforeAll(async () => {
  database = await serviceDatabase('sweep_consumed')
})
afterAll(() => database.close())

test('records of handled messages are deleted after 30 days, in batches', async () => {
  const age = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000)
  await database.query(
    `insert into consumed_message (consumer, event_id, consumed_at) select 'c', gen_random_uuid(), $1
     from generate_series(1, 6000)`,
    [age(31)],
  )
  await database.query('insert into consumed_message values ($1, $2, $3)', ['c', randomUUID(), age(29)])
  const moment = new Date(Date.now() - CONSUMED_FOR)
  expect(await deleteConsumedBefore(database.db, moment)).toBe(6_000)
  expect(await deleteConsumedBefore(database.db, moment)).toBe(0)
  expect((await database.query('select count(*) from consumed_message')).rows).toEqual([{ count: 1 }])
})
