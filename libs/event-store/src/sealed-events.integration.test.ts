import { randomUUID } from 'node:crypto'
import { testDatabase } from '@rehearse/testing/test-database'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EventTables, NewEvent } from './event.ts'
import { type EventLog, eraseStream, eventStoreMigrations, openEventLog, rewrapKeys } from './index.ts'

const catalog = {
  Told: { schemaVersion: 1, personal: ['secret'], upcasters: [] },
  Counted: { schemaVersion: 1, personal: [], upcasters: [] },
}
const log = openEventLog({ catalog, secret: 'a secret of thirty-two characters' })
let db: Kysely<EventTables>
let owner: Kysely<EventTables>

beforeAll(async () => {
  const database = await testDatabase('sealed_events', eventStoreMigrations)
  const open = (connectionString: string) =>
    new Kysely<EventTables>({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString }) }) })
  db = open(database.databaseUrl)
  owner = open(database.ownerUrl)
})
afterAll(() => Promise.all([db.destroy(), owner.destroy()]))

let streamId: string
beforeEach(() => {
  streamId = `person-${randomUUID()}`
})

const secretShared = (secret: string): NewEvent => ({
  eventId: randomUUID(),
  type: 'Told',
  schemaVersion: 1,
  data: { topic: 'weather', secret },
  metadata: { correlationId: null, causationId: null },
})
const counted = (): NewEvent => ({ ...secretShared(''), type: 'Counted', data: { number: 1 } })

const headOf = async () => {
  const head = (await log.reader(db).heads([streamId])).get(streamId)
  if (head === undefined) throw new Error('every stream has a head')
  return head
}
const record = async (...events: NewEvent[]) => {
  const { version, wrappedKey } = await headOf()
  return db
    .transaction()
    .execute((trx) => log.append(trx, [{ streamId, expectedVersion: version, wrappedKey, events }]))
}
const erase = () => db.transaction().execute((trx) => eraseStream(trx, streamId))

describe('the personal part of an event', () => {
  test('is stored separately and encrypted, and returned with the rest', async () => {
    await record(secretShared('rain'))
    await record(secretShared('snow'))
    const { rows } = await sql<{ data: object; personal: Buffer }>`
      select data, personal from event where stream_id = ${streamId}`.execute(db)
    expect(rows.map((row) => row.data)).toEqual([{ topic: 'weather' }, { topic: 'weather' }])
    expect(rows[0]?.personal.toString('latin1')).not.toContain('rain')
    const events = await log.reader(db).readStream(streamId)
    expect(events.map((event) => event.data)).toEqual([
      { topic: 'weather', secret: 'rain' },
      { topic: 'weather', secret: 'snow' },
    ])
  })

  test('is left out of what leaves the service', async () => {
    await record(secretShared('rain'))
    const all = await log.reader(db).readAllClear(0, 1_000)
    expect(all.find((event) => event.streamId === streamId)?.data).toEqual({ topic: 'weather' })
  })

  test('can be decrypted under its own event id only', async () => {
    const [first, second] = await record(secretShared('rain'), secretShared('snow'))
    const { wrappedKey } = await headOf()
    const row = await db
      .selectFrom('event')
      .select('personal')
      .where('event_id', '=', first?.eventId ?? '')
      .executeTakeFirstOrThrow()
    const { createVault } = await import('./vault.ts')
    const seal = createVault({ secret: 'a secret of thirty-two characters' }).unwrap(
      streamId,
      wrappedKey as Buffer,
    )
    expect(seal.open(first?.eventId ?? '', row.personal as Buffer)).toEqual({ secret: 'rain' })
    expect(() => seal.open(second?.eventId ?? '', row.personal as Buffer)).toThrow()
    expect(() =>
      createVault({ secret: 'another secret of thirty-two characters' }).unwrap(
        streamId,
        wrappedKey as Buffer,
      ),
    ).toThrow()
  })

  test('an event stored before its type had a personal part can still be read', async () => {
    const whole = JSON.stringify({ topic: 'weather', secret: 'rain' })
    await sql`insert into event (stream_id, stream_version, event_id, type, schema_version, data, metadata)
      values (${streamId}, 1, ${randomUUID()}, 'Told', 1, ${whole}, '{}')`.execute(db)
    const [event] = await log.reader(db).readStream(streamId)
    expect(event).toMatchObject({ data: { topic: 'weather', secret: 'rain' }, shredded: false })
    const all = await log.reader(db).readAllClear(0, 1_000)
    expect(all.find((one) => one.streamId === streamId)?.data).toEqual({ topic: 'weather' })
  })
})

describe('a new secret', () => {
  const previous = 'a secret of thirty-two characters'
  const secret = 'the next secret of thirty-two letters'
  const secretsOf = async (by: EventLog) =>
    (await by.reader(db).readStream(streamId)).map(({ data }) => (data as { secret?: string }).secret)

  test('works with the previous one, and without it after rewrapping the keys', async () => {
    await record(secretShared('rain'))
    const both = openEventLog({ catalog, secret, previous })
    expect(await secretsOf(both)).toEqual(['rain'])
    await rewrapKeys(owner, { secret, previous })
    const alone = openEventLog({ catalog, secret })
    expect(await secretsOf(alone)).toEqual(['rain'])
    await expect(secretsOf(log)).rejects.toThrow()
    // For the other tests, which use the first secret.
    const { keys, rewrapped } = await rewrapKeys(owner, { secret: previous, previous: secret })
    expect(rewrapped).toBe(keys)
    expect(await rewrapKeys(owner, { secret: previous, previous: secret })).toEqual({ keys, rewrapped: 0 })
  })
})

describe('an erased stream', () => {
  test('keeps its events without the personal part, and marks them', async () => {
    await record(secretShared('rain'), counted())
    await erase()
    expect(await log.reader(db).readStream(streamId)).toMatchObject([
      { data: { topic: 'weather' }, shredded: true },
      { data: { number: 1 }, shredded: true },
    ])
    expect((await log.reader(db).readStream(streamId))[0]?.data).not.toHaveProperty('secret')
  })

  test('accepts no more events, personal or not, even from a writer that read before', async () => {
    await record(secretShared('rain'))
    const before = await headOf()
    await erase()
    expect(await headOf()).toMatchObject({ isErased: true, wrappedKey: null })
    const late = (events: NewEvent[], wrappedKey: Buffer | null) =>
      db
        .transaction()
        .execute((trx) =>
          log.append(trx, [{ streamId, expectedVersion: before.version, wrappedKey, events }]),
        )
    const refused = { code: 'expected_version_mismatch' }
    await expect(late([secretShared('snow')], before.wrappedKey)).rejects.toMatchObject(refused)
    await expect(late([counted()], before.wrappedKey)).rejects.toMatchObject(refused)
    await expect(late([secretShared('snow')], null)).rejects.toMatchObject(refused)
    await expect(late([counted()], null)).rejects.toMatchObject(refused)
    expect(await log.reader(db).readStream(streamId)).toHaveLength(1)
  })

  test('when writers race with an erasure, nothing is encrypted after the key is deleted', async () => {
    await record(secretShared('rain'))
    const writers = Array.from({ length: 8 }, () => record(secretShared('snow')))
    await Promise.allSettled([
      ...writers,
      erase(),
      ...Array.from({ length: 8 }, () => record(secretShared('hail'))),
    ])
    expect((await log.reader(db).readStream(streamId)).every((event) => event.shredded)).toBe(true)
    await expect(record(secretShared('sun'))).rejects.toMatchObject({ code: 'expected_version_mismatch' })
  })
})

test('of two first writers of a stream, one creates its key and the other has to read again', async () => {
  const races = await Promise.allSettled(Array.from({ length: 10 }, () => record(secretShared('rain'))))
  expect(races.some((race) => race.status === 'fulfilled')).toBe(true)
  const events = await log.reader(db).readStream(streamId)
  expect(events.every((event) => 'secret' in event.data)).toBe(true)
})
