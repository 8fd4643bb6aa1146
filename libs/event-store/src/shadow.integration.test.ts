import { randomUUID } from 'node:crypto'
import { type TestDatabase, testDatabase } from '@rehearse/testing/test-database'
import { type Generated, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildShadow } from './build-shadow.ts'
import { compare } from './compare.ts'
import type { EventTables, NewEvent } from './event.ts'
import {
  catchUp,
  eraseStream,
  eventStoreMigrations,
  inTransaction,
  openEventLog,
  type Projection,
  rebuild,
} from './index.ts'
import { promote } from './promote.ts'
import { dropShadow, type Shadow } from './shadow.ts'

interface Tables extends EventTables {
  tally: { owner: string; events: number; seconds: number; remarks: Generated<object> }
}

const secret = 'a secret of thirty-two characters'
const log = openEventLog({
  catalog: { Happened: { schemaVersion: 1, personal: ['seconds'], upcasters: [] } },
  secret,
})

let database: TestDatabase
let db: Kysely<Tables>
let owner: Kysely<Tables>
const open = (connectionString: string) =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString, max: 25 }) }) })

beforeAll(async () => {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  database = await testDatabase('shadow', eventStoreMigrations)
  db = open(database.databaseUrl)
  owner = open(database.ownerUrl)
  await sql`create table tally (owner text primary key, events integer not null check (events > 0),
    seconds double precision not null default 0, remarks json not null default '{}') with (fillfactor = 70)`.execute(
    owner,
  )
  await sql`create index tally_most on tally (events desc) where events > 1`.execute(owner)
  await sql`revoke delete on tally from ${sql.id(new URL(database.databaseUrl).username)}`.execute(owner)
})
afterAll(() => Promise.all([db.destroy(), owner.destroy()]))
beforeEach(async () => {
  await sql`truncate event, tally, erased_stream, stream_key, checkpoint`.execute(owner)
  await sql`drop schema if exists beside cascade`.execute(owner)
})

/** Counts events by stream; another factor makes it a different rule. */
const tallyOf = (factor = 1): Projection<Tables> => ({
  name: 'tally',
  tables: ['tally'],
  apply: async (trx, events) => {
    for (const event of events) {
      await sql`insert into tally (owner, events, seconds) values (${event.streamId}, ${factor}, ${(event.data as Data).seconds})
        on conflict (owner) do update set
          events = tally.events + excluded.events, seconds = tally.seconds + excluded.seconds`.execute(trx)
    }
  },
})
interface Data {
  seconds: number
}

const shadowOf = (projection: Projection<Tables>, revision = 'one'): Shadow<Tables> => ({
  name: 'beside',
  projections: [projection],
  revision,
  forget: async (trx, tables, hashes) => {
    for (const table of tables) {
      await sql`delete from ${sql.table(table)}
        where sha256(convert_to(owner, 'UTF8')) = any(${hashes}::bytea[])`.execute(trx)
    }
  },
})
const tally = tallyOf()
const shadow = shadowOf(tally)

const happened = (seconds = 0.1): NewEvent => ({
  eventId: randomUUID(),
  type: 'Happened',
  schemaVersion: 1,
  data: { seconds },
  metadata: { correlationId: null, causationId: null },
})

/** Appends and folds as a service does, and retries after a lost race. */
async function record(streamId: string, events = 1): Promise<void> {
  const head = (await log.reader(db).heads([streamId])).get(streamId)
  if (head === undefined) throw new Error('every stream has a head')
  await db.transaction().execute(async (trx) => {
    const { version: expectedVersion, wrappedKey, generation } = head
    const given = Array.from({ length: events }, () => happened())
    await log.append(trx, [{ streamId, expectedVersion, wrappedKey, generation, events: given }])
  })
  await catchUp(log, inTransaction(db), [tally])
}

const rows = async () => (await db.selectFrom('tally').selectAll().orderBy('owner').execute()) as object[]
const place = async () =>
  (await sql<{ position: number }>`select position from beside.shadow_place`.execute(owner)).rows[0]?.position
const tamper = () => sql`update tally set events = 99 where owner = 'ada'`.execute(owner)

describe('a rebuild', () => {
  test.each([1, 2, 1_000])(
    'in batches of %i matches the live read model and corrects wrong rows',
    async (batchSize) => {
      await record('ada', 3)
      await record('bob', 2)
      await tamper()
      await rebuild(log, owner, shadow, { batchSize })
      expect(await rows()).toEqual([
        { owner: 'ada', events: 3, seconds: expect.closeTo(0.3), remarks: {} },
        { owner: 'bob', events: 2, seconds: expect.closeTo(0.2), remarks: {} },
      ])
      expect((await sql`select to_regnamespace('beside')::text as left`.execute(owner)).rows).toEqual([
        { left: null },
      ])
    },
  )

  test('recreates the table exactly like the one before', async () => {
    const looks = async () =>
      (
        await sql`
          select relacl::text, reloptions, relowner::regrole::text,
            (select array_agg(pg_get_indexdef(indexrelid) order by indexrelid::regclass::text) from pg_index where indrelid = pg_class.oid),
            (select array_agg(conname || pg_get_constraintdef(oid) order by conname) from pg_constraint
              where conrelid = pg_class.oid),
            (select array_agg(attname || format_type(atttypid, atttypmod) || attnotnull order by attnum)
              from pg_attribute where attrelid = pg_class.oid and attnum > 0) as columns
          from pg_class where oid = 'public.tally'::regclass`.execute(owner)
      ).rows
    const before = await looks()
    await rebuild(log, owner, shadow)
    expect(await looks()).toEqual(before)
  })

  test('counts each event once while events are appended', async () => {
    const people = ['ada', 'bob', 'cleo', 'dan']
    let stopping = false
    const writing = people.map(async (person) => {
      let recorded = 0
      while (!stopping) {
        await record(person).then(
          () => {
            recorded += 1
          },
          (error: { code?: string }) => expect(error.code).toBe('expected_version_mismatch'),
        )
      }
      return recorded
    })
    for (let round = 0; round < 5; round += 1) await rebuild(log, owner, shadow, { batchSize: 7 })
    stopping = true
    const counts = await Promise.all(writing)
    expect(await rows()).toMatchObject(people.map((person, n) => ({ owner: person, events: counts[n] })))
  })

  test('makes a writer that read before the swap and writes after it read again', async () => {
    await record('ada')
    const head = (await log.reader(db).heads(['ada'])).get('ada')
    await rebuild(log, owner, shadow)
    const late = db.transaction().execute((trx) =>
      log.append(trx, [
        {
          streamId: 'ada',
          expectedVersion: 1,
          wrappedKey: head?.wrappedKey ?? null,
          generation: head?.generation,
          events: [happened()],
        },
      ]),
    )
    await expect(late).rejects.toMatchObject({ code: 'expected_version_mismatch' })
    await record('ada')
  })

  test('does not hold the log lock for a slow reader, and does not block it forever', async () => {
    await record('ada')
    const reading = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    const long = db.transaction().execute(async (trx) => {
      await trx.selectFrom('tally').selectAll().execute()
      reading.resolve()
      await mayEnd.promise
    })
    await reading.promise
    const rebuilding = rebuild(log, owner, shadow)
    await record('bob')
    mayEnd.resolve()
    await Promise.all([long, rebuilding])
    expect(await rows()).toMatchObject([{ owner: 'ada' }, { owner: 'bob' }])
  })

  test.each(['that has a checkpoint', 'that has not started yet'])(
    'a read model %s goes on after the last event that was rebuilt',
    async (which) => {
      const started = which === 'that has a checkpoint'
      if (started) await sql`insert into checkpoint (name, position) values ('tally', 0)`.execute(owner)
      await sql`insert into checkpoint (name, position) values ('other', 0)`.execute(owner)
      await record('ada', 2)
      await rebuild(log, owner, shadow)
      const { rows: found } = await sql`select position > 0 as moved from checkpoint order by name`.execute(
        owner,
      )
      expect(found).toEqual([{ moved: false }, { moved: true }])
      expect((await catchUp(log, inTransaction(owner), [tally])).applied).toBe(0)
      expect(await rows()).toMatchObject([{ owner: 'ada', events: 2 }])
    },
  )
})

describe('an interrupted build', () => {
  const dying = (after: number): Projection<Tables> => {
    let batches = 0
    return {
      ...tally,
      apply: async (trx, events) => {
        batches += 1
        if (batches > after) throw new Error('died')
        await tally.apply(trx, events)
      },
    }
  }

  test('leaves the live tables unchanged, and resumes where it stopped', async () => {
    await record('ada', 10)
    await tamper()
    await expect(rebuild(log, owner, shadowOf(dying(2)), { batchSize: 3 })).rejects.toThrow('died')
    expect(await rows()).toMatchObject([{ events: 99 }])
    const seen: number[] = []
    const spying = {
      ...tally,
      apply: async (...[trx, events]: Parameters<typeof tally.apply>) => {
        seen.push(events.length)
        await tally.apply(trx, events)
      },
    }
    await rebuild(log, owner, shadowOf(spying), { batchSize: 3 })
    expect(seen).toEqual([3, 1])
    expect(await rows()).toMatchObject([{ events: 10 }])
  })

  test('starts over with other code', async () => {
    await record('ada', 10)
    await expect(buildShadow(log, owner, shadowOf(dying(2)), { batchSize: 3 })).rejects.toThrow('died')
    await rebuild(log, owner, shadowOf(tallyOf(2), 'two'), { batchSize: 3 })
    expect(await rows()).toMatchObject([{ events: 20 }])
  })

  test('has no open transaction once it has failed', async () => {
    for (const person of ['ada', 'bob']) for (const round of [1, 2, 3]) await record(person, round)
    let [isSlowAtWork, isSlowDone] = [false, false]
    const slowly: Projection<Tables> = {
      ...tally,
      apply: async (trx, events) => {
        if (!isSlowAtWork) {
          isSlowAtWork = true
          await sql`select pg_sleep(0.5)`.execute(trx)
          await tally.apply(trx, events)
          isSlowDone = true
          return
        }
        throw new Error('died')
      },
    }
    const options = { batchSize: 2, shareSize: 3 }
    await expect(buildShadow(log, owner, shadowOf(slowly), options)).rejects.toThrow('died')
    expect(isSlowDone).toBe(true)
  })

  test('divides many streams among its workers, each stream handled by one of them in order', async () => {
    const people = Array.from({ length: 12 }, (_, n) => `learner-${n}`)
    for (const round of [1, 2, 3]) for (const person of people) await record(person, round)
    const seen: [stream: string, version: number][] = []
    const watching: Projection<Tables> = {
      ...tally,
      apply: async (trx, events) => {
        seen.push(
          ...events.map(({ streamId, streamVersion }) => [streamId, streamVersion] as [string, number]),
        )
        await tally.apply(trx, events)
      },
    }
    const options = { batchSize: 4, shareSize: 10 }
    await Promise.all([1, 2].map(() => buildShadow(log, owner, shadowOf(watching), options)))
    const { rows: shares } = await sql<{ events: number }>`select events from beside.shadow_share`.execute(
      owner,
    )
    expect(shares.filter(({ events }) => events > 0).length).toBeGreaterThan(3)
    for (const person of people) {
      const versions = seen.flatMap(([stream, version]) => (stream === person ? [version] : []))
      expect(versions).toEqual([1, 2, 3, 4, 5, 6])
    }
    await record('late')
    await promote(log, owner, shadow)
    expect(await rows()).toMatchObject(
      [
        { owner: 'late', events: 1 },
        ...[...people].sort().map((person) => ({ owner: person, events: 6 })),
      ].sort((a, b) => (a.owner < b.owner ? -1 : 1)),
    )
  })

  test("can't be promoted", async () => {
    await record('ada', 10)
    await expect(buildShadow(log, owner, shadowOf(dying(2)), { batchSize: 3 })).rejects.toThrow('died')
    await expect(promote(log, owner, shadow)).rejects.toThrow('not built yet')
  })

  test('is shared by processes that build at the same time', async () => {
    await record('ada', 20)
    await Promise.all([1, 2, 3].map(() => buildShadow(log, owner, shadow, { batchSize: 3 })))
    await promote(log, owner, shadow)
    expect(await rows()).toMatchObject([{ events: 20 }])
  })
})

describe('with an erased stream', () => {
  test('with an erased stream, a shadow drops the rows folded before', async () => {
    await record('ada', 4)
    await record('bob', 4)
    await buildShadow(log, owner, shadow, { batchSize: 3 })
    await db.transaction().execute((trx) => eraseStream(trx, 'ada'))
    await sql`delete from tally where owner = 'ada'`.execute(owner)
    expect(await compare(log, owner, shadow)).toEqual([])
    await promote(log, owner, shadow)
    expect(await rows()).toMatchObject([{ owner: 'bob' }])
  })
})

test('an erasure waits for a follower of the log with events that could still be decrypted', async () => {
  await record('ada')
  await sql`truncate tally, checkpoint`.execute(owner)
  const folding = Promise.withResolvers<void>()
  const mayFold = Promise.withResolvers<void>()
  const slow: Projection<Tables> = {
    ...tally,
    apply: async (trx, events) => {
      folding.resolve()
      await mayFold.promise
      await tally.apply(trx, events)
    },
  }
  const following = catchUp(log, inTransaction(owner), [slow])
  await folding.promise
  const erasing = db.transaction().execute(async (trx) => {
    await eraseStream(trx, 'ada')
    await sql`update tally set events = 1 where owner = 'ada'`.execute(trx)
    return (await trx.selectFrom('tally').selectAll().execute()).length
  })
  await expect
    .poll(async () => {
      const { rows } = await sql`select from pg_locks where not granted
        and pid in (select pid from pg_stat_activity where datname = current_database())`.execute(owner)
      return rows.length
    })
    .toBe(1)
  mayFold.resolve()
  await following
  // The folded row is there to be removed with the rest.
  expect(await erasing).toBe(1)
})

describe('a comparison', () => {
  test('finds no difference between a replay of the log and the live tables', async () => {
    await record('ada', 3)
    await buildShadow(log, owner, shadow, { batchSize: 2 })
    // Appended in between: the comparison still uses one snapshot.
    await record('bob', 2)
    expect(await compare(log, owner, shadow)).toEqual([])
  })

  test('first lets a read model catch up, even one that has not started yet', async () => {
    await record('ada', 3)
    await sql`truncate tally, checkpoint`.execute(owner)
    await buildShadow(log, owner, shadow)
    expect(await compare(log, owner, shadow)).toEqual([])
  })

  test('reports changed, missing and extra rows by column', async () => {
    await record('ada', 3)
    await record('bob', 2)
    await tamper()
    await sql`delete from tally where owner = 'bob'`.execute(owner)
    await sql`insert into tally values ('eve', 1)`.execute(owner)
    await buildShadow(log, owner, shadow)
    const [difference] = await compare(log, owner, shadow)
    expect(difference).toMatchObject({
      table: 'tally',
      rows: 3,
      owners: 3,
      columns: { owner: 2, events: 3, seconds: 2, remarks: 2 },
    })
    expect(difference?.examples).toContainEqual({
      live: { owner: 'ada', events: 99, seconds: expect.closeTo(0.3), remarks: {} },
      shadow: { owner: 'ada', events: 3, seconds: expect.closeTo(0.3), remarks: {} },
    })
  })

  test('shows what a different rule would change, and promoting it applies the changes', async () => {
    await record('ada', 3)
    const other = shadowOf(tallyOf(2), 'two')
    await buildShadow(log, owner, other)
    expect(await compare(log, owner, other)).toMatchObject([{ owners: 1, columns: { events: 1 } }])
    expect(await rows()).toMatchObject([{ events: 3 }])
    await promote(log, owner, other)
    expect(await rows()).toMatchObject([{ events: 6 }])
  })

  test('or drops the shadow', async () => {
    await record('ada')
    await buildShadow(log, owner, shadow)
    expect(await place()).toBeGreaterThan(0)
    await dropShadow(owner, shadow.name)
    await expect(place()).rejects.toThrow(/does not exist/)
  })
})
