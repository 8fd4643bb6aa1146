import { testDatabase } from '@rehearse/testing/test-database'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isUnavailable } from '../http/unavailable.ts'
import { openLine } from '../testing/line.ts'
import { openPipeline, type Pipeline } from './pipeline.ts'

interface Tables {
  note: { id: number; text: string }
}
let pipeline: Pipeline<Tables>
let owner: pg.Client
let databaseUrl: string

beforeAll(async () => {
  const database = await testDatabase('pipeline')
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await owner.query('create table note (id integer primary key, text text not null)')
  databaseUrl = database.databaseUrl
  pipeline = openPipeline({ url: databaseUrl, name: 'test', connections: 1, log: console })
})
afterAll(async () => {
  await pipeline.close()
  await owner.end()
})

const add = (id: number, text = 'x') => ({ id, text })
const count = async () =>
  (await owner.query('select count(*)::int as count from note')).rows[0].count as number

test('statements started together run in order', async () => {
  const turns = await pipeline.transaction((trx) =>
    Promise.all(
      Array.from({ length: 50 }, async (_, turn) => {
        const { rows } = await sql<{ turn: number; at: number }>`
          select ${turn}::int as turn, extract(epoch from clock_timestamp())::float8 as at`.execute(trx)
        return rows[0]
      }),
    ),
  )
  expect(turns.map((row) => row?.turn)).toEqual(Array.from({ length: 50 }, (_, turn) => turn))
  const times = turns.map((row) => row?.at ?? 0)
  expect(times).toEqual([...times].sort((a, b) => a - b))
})

test('a failed statement rolls back the transaction, and the connection stays usable', async () => {
  const failing = pipeline.transaction((trx) =>
    Promise.all([
      trx.insertInto('note').values(add(1)).execute(),
      trx.insertInto('note').values(add(1)).execute(),
      trx.insertInto('note').values(add(2)).execute(),
    ]),
  )
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect(await count()).toBe(0)
  await pipeline.transaction((trx) => trx.insertInto('note').values(add(3)).execute())
  expect(await count()).toBe(1)
})

test('an unhandled statement failure is not mistaken for success', async () => {
  const careless = pipeline.transaction(async (trx) => {
    await trx
      .insertInto('note')
      .values(add(3))
      .execute()
      .catch(() => {})
    return 'done'
  })
  await expect(careless).rejects.toThrow(/rolled back/)
})

test('failing work rolls back the transaction', async () => {
  const failing = pipeline.transaction(async (trx) => {
    await trx.insertInto('note').values(add(9)).execute()
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  expect((await owner.query('select from note where id = 9')).rowCount).toBe(0)
})

test('reads see one snapshot', async () => {
  const [before, after] = await pipeline.read(async (db) => {
    const first = await db.selectFrom('note').select('id').execute()
    await owner.query(`insert into note values (20, 'meanwhile')`)
    return [first, await db.selectFrom('note').select('id').execute()]
  })
  expect(after).toEqual(before)
  const later = await pipeline.read((db) => db.selectFrom('note').select('id').execute())
  expect(later).toContainEqual({ id: 20 })
})

test('a migration that changes a prepared statement costs one failure, not the connection', async () => {
  const read = () => pipeline.read((db) => db.selectFrom('note').selectAll().execute())
  await read()
  await owner.query('alter table note add column more text')
  await expect(read()).rejects.toMatchObject({ code: '0A000' })
  expect((await read())[0]).toHaveProperty('more')
})

/** A pipeline with one connection, through a line that can be cut. */
async function openDistant() {
  const line = await openLine(databaseUrl)
  const distant = openPipeline<Tables>({
    url: line.url,
    name: 'test',
    connections: 1,
    log: { warn: () => {} },
  })
  return { line, distant }
}

test('a server that falls silent counts as down, and is used again once it responds', async () => {
  const { line, distant } = await openDistant()
  const note = (id: number) => distant.transaction((trx) => trx.insertInto('note').values(add(id)).execute())
  try {
    await note(100)
    line.freeze()
    const failures = await Promise.all([101, 102].map((id) => note(id).catch((error: unknown) => error)))
    expect(failures.map(isUnavailable)).toEqual([true, true])
    await line.cut()
    await line.mend()
    await note(103)
    const { rows } = await owner.query('select id from note where id >= 100 order by id')
    expect(rows).toEqual([{ id: 100 }, { id: 103 }])
  } finally {
    await distant.close()
    await line.cut()
  }
})

test('a client cut off within a transaction does not hold its locks for long', async () => {
  const { line, distant } = await openDistant()
  const locked = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const cutOff = distant.transaction(async (trx) => {
    await sql`select pg_advisory_xact_lock(100)`.execute(trx)
    locked.resolve()
    await end.promise
  })
  try {
    await locked.promise
    line.freeze()
    await owner.query('select pg_advisory_lock(100)')
  } finally {
    end.resolve()
    await expect(cutOff).rejects.toSatisfy(isUnavailable)
    await distant.close()
    await line.cut()
  }
})
