import { randomUUID } from 'node:crypto'
import { testDatabase } from '@rehearse/testing/test-database'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EventTables, NewEvent } from './event.ts'
import { eventStoreMigrations, openEventLog } from './index.ts'
import { catchUp, inTransaction, type Projection, readCheckpoint, writeCheckpoint } from './projection.ts'

const catalog = { Happened: { schemaVersion: 1, personal: [], upcasters: [] } }
const log = openEventLog({ catalog, secret: 'a secret of thirty-two characters' })

let db: Kysely<EventTables & { tally: { stream_id: string; events: number } }>

beforeAll(async () => {
  const database = await testDatabase('event_store', eventStoreMigrations)
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await owner.query('create table tally (stream_id text primary key, events integer not null)')
  await owner.end()
  const pool = new pg.Pool({ connectionString: database.databaseUrl, max: 25 })
  db = new Kysely({ dialect: new PostgresDialect({ pool }) })
})
afterAll(() => db.destroy())

let stream: string
beforeEach(() => {
  stream = `thing-${randomUUID()}`
})

const happened = (number: number, eventId = randomUUID()): NewEvent => ({
  eventId,
  type: 'Happened',
  schemaVersion: 1,
  data: { number },
  metadata: { correlationId: 'c', causationId: null },
})

const write = (expectedVersion: number, ...events: NewEvent[]) =>
  db
    .transaction()
    .execute((trx) => log.append(trx, [{ streamId: stream, expectedVersion, wrappedKey: null, events }]))

describe('append', () => {
  test('returns events as they were written, in order', async () => {
    const recorded = await write(0, happened(1), happened(2))
    const read = await log.reader(db).readStream(stream)
    expect(read).toEqual(recorded)
    expect(read.map((event) => [event.streamVersion, event.data])).toEqual([
      [1, { number: 1 }],
      [2, { number: 2 }],
    ])
  })

  test.each([-1, 0, 2, 7])('rejects expected version %i for a stream at version 1', async (version) => {
    await write(0, happened(1))
    await expect(write(version, happened(2))).rejects.toMatchObject({ code: 'expected_version_mismatch' })
    expect(await log.reader(db).readStream(stream)).toHaveLength(1)
  })

  test('lets one of twenty racing appends win', async () => {
    const races = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => write(0, happened(n))))
    expect(races.filter((race) => race.status === 'fulfilled')).toHaveLength(1)
    expect(await log.reader(db).readStream(stream)).toHaveLength(1)
  })

  test('changes nothing when the same events are appended again', async () => {
    const events = [happened(1), happened(2)]
    await write(0, ...events)
    expect(await write(0, ...events)).toEqual([])
    expect(await write(2, ...events)).toEqual([])
    expect(await log.reader(db).readStream(stream)).toHaveLength(2)
  })

  test('rejects an event id of another stream, or part of an earlier write, without leaving anything behind', async () => {
    const known = happened(1)
    await write(0, known)
    await expect(write(1, known, happened(2))).rejects.toMatchObject({ code: 'expected_version_mismatch' })
    const first = stream
    stream = `thing-${randomUUID()}`
    await expect(write(0, known)).rejects.toMatchObject({ code: 'expected_version_mismatch' })
    expect(await log.reader(db).readStream(first)).toHaveLength(1)
    expect(await log.reader(db).readStream(stream)).toHaveLength(0)
  })

  test('the service’s role can insert and read events, but not change or delete them', async () => {
    await write(0, happened(1))
    await expect(sql`update event set type = 'Other'`.execute(db)).rejects.toThrow(/permission denied/)
    await expect(sql`delete from event`.execute(db)).rejects.toThrow(/permission denied/)
    await expect(sql`truncate event`.execute(db)).rejects.toThrow(/permission denied/)
  })

  test('a batch that fails in one stream leaves nothing in the others', async () => {
    await write(0, happened(1))
    const other = `thing-${randomUUID()}`
    const both = db.transaction().execute((trx) =>
      log.append(trx, [
        { streamId: other, expectedVersion: 0, wrappedKey: null, events: [happened(1)] },
        { streamId: stream, expectedVersion: 5, wrappedKey: null, events: [happened(2)] },
      ]),
    )
    await expect(both).rejects.toMatchObject({ code: 'expected_version_mismatch' })
    expect(await log.reader(db).readStream(other)).toEqual([])
  })
})

test('reading forward never skips a transaction that commits late', async () => {
  const start = (await log.reader(db).readAll(0, 100_000)).at(-1)?.globalPosition ?? 0
  const appended = Promise.withResolvers<void>()
  const mayCommit = Promise.withResolvers<void>()
  const late = db.transaction().execute(async (trx) => {
    await log.append(trx, [{ streamId: stream, expectedVersion: 0, wrappedKey: null, events: [happened(1)] }])
    appended.resolve()
    await mayCommit.promise
  })
  await appended.promise
  const other = `thing-${randomUUID()}`
  // It has to wait for the open transaction: a later position must not be visible before an earlier one.
  const next = db
    .transaction()
    .execute((trx) =>
      log.append(trx, [{ streamId: other, expectedVersion: 0, wrappedKey: null, events: [happened(2)] }]),
    )
  await waitForLock()
  expect(await log.reader(db).readAll(start, 10)).toEqual([])
  mayCommit.resolve()
  await Promise.all([late, next])
  const read = await log.reader(db).readAll(start, 10)
  expect(read.map((event) => event.streamId)).toEqual([stream, other])
})

async function waitForLock(): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await sql<{ waiting: number }>`
        select count(*)::int as waiting from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`.execute(db)
      return rows[0]?.waiting
    })
    .toBe(1)
}

test('a checkpoint only moves forward: a reader that was paused and overtaken does not move it back', async () => {
  const name = `reader-${randomUUID()}`
  await writeCheckpoint(db, name, 500)
  await writeCheckpoint(db, name, 10)
  expect(await readCheckpoint(db, name)).toBe(500)
  await writeCheckpoint(db, name, 501)
  expect(await readCheckpoint(db, name)).toBe(501)
})

describe('projections', () => {
  const tally: Projection<EventTables & { tally: { stream_id: string; events: number } }> = {
    name: 'tally',
    tables: ['tally'],
    apply: async (trx, events) => {
      for (const event of events) {
        await sql`insert into tally values (${event.streamId}, 1)
          on conflict (stream_id) do update set events = tally.events + 1`.execute(trx)
      }
    },
  }
  const count = async () =>
    (await db.selectFrom('tally').select('events').where('stream_id', '=', stream).executeTakeFirst())?.events

  test('handle each event once by checkpoint, even when replicas catch up at the same time', async () => {
    await write(0, ...Array.from({ length: 30 }, (_, n) => happened(n)))
    const runUntilCaughtUp = async () => {
      while ((await catchUp(log, inTransaction(db), [tally], { batchSize: 7 })).applied > 0);
    }
    await Promise.all([runUntilCaughtUp(), runUntilCaughtUp(), runUntilCaughtUp()])
    expect(await count()).toBe(30)
  })
})
