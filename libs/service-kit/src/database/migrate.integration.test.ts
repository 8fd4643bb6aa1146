import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestDatabase, temporaryFolder, testDatabase } from '@rehearse/testing'
import pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { silentLog } from '../testing/silent-log.ts'
import { openDatabase } from './database.ts'
import { messagingMigrations, migrate, requireMigrations } from './migrate.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase('migrate')
})

async function query<Row extends pg.QueryResultRow>(text: string, url = database.ownerUrl): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

async function folderWith(files: Record<string, string>) {
  const folder = await temporaryFolder()
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder.path, name), text)
  return folder
}

const tables = async () =>
  (
    await query<{ name: string }>(`select relname as name from pg_class where relkind = 'r'
    and relnamespace = 'public'::regnamespace and relname not like 'schema_migration%' order by 1`)
  ).map(({ name }) => name)

describe('migrations', () => {
  test('run once when five replicas start together', async () => {
    await using own = await folderWith({
      '0001-counter.sql': 'create table counter (value integer); insert into counter values (0);',
      '0002-count.sql': 'select pg_sleep(0.05); update counter set value = value + 1;',
    })
    const folders = [messagingMigrations, own.path]
    const runs = await Promise.all(Array.from({ length: 5 }, () => migrate(database.ownerUrl, folders)))
    const all = (await readdir(messagingMigrations)).length + 2
    expect(runs.map((names) => names.length).sort()).toEqual([0, 0, 0, 0, all])
    expect(await query('select value from counter')).toEqual([{ value: 1 }])
    expect(await tables()).toEqual(['consumed_message', 'counter', 'outbox', 'parked_message'])
  })

  test('run again only when there are new ones, ordered by name', async () => {
    await using own = await folderWith({ '0001-a.sql': 'create table a (id integer)' })
    expect(await migrate(database.ownerUrl, [own.path])).toEqual(['0/0001-a'])
    expect(await migrate(database.ownerUrl, [own.path])).toEqual([])
    await writeFile(join(own.path, '0003-c.sql'), 'alter table b rename to c')
    await writeFile(join(own.path, '0002-b.sql'), 'alter table a rename to b')
    expect(await migrate(database.ownerUrl, [own.path])).toEqual(['0/0002-b', '0/0003-c'])
    expect(await tables()).toEqual(['c'])
  })

  test('leave no changes behind when they fail, and can be corrected', async () => {
    await using own = await folderWith({
      '0001-good.sql': 'create table good (id integer)',
      '0002-bad.sql': 'create table half (id integer); insert into nowhere values (1);',
    })
    await expect(migrate(database.ownerUrl, [own.path])).rejects.toThrow('relation "nowhere" does not exist')
    expect(await tables()).toEqual([])
    await writeFile(join(own.path, '0002-bad.sql'), 'create table whole (id integer)')
    expect(await migrate(database.ownerUrl, [own.path])).toEqual(['0/0001-good', '0/0002-bad'])
    expect(await tables()).toEqual(['good', 'whole'])
  })

  test('of another version are rejected without changing anything', async () => {
    await using own = await folderWith({ '0001-a.sql': 'create table a (id integer)' })
    await using other = await folderWith({ '0001-b.sql': 'create table b (id integer)' })
    await migrate(database.ownerUrl, [own.path])
    await expect(migrate(database.ownerUrl, [other.path])).rejects.toThrow(/another version.*0\/0001-a/)
    expect(await tables()).toEqual(['a'])
  })

  test('let the run-time role read and write rows, but not change tables', async () => {
    await migrate(database.ownerUrl, [messagingMigrations])
    const asRuntime = (text: string) => query(text, database.databaseUrl)
    await asRuntime(`insert into consumed_message (consumer, event_id) values ('a', gen_random_uuid())`)
    expect(await asRuntime('select consumer from consumed_message')).toEqual([{ consumer: 'a' }])
    await expect(asRuntime('drop table outbox')).rejects.toThrow('must be owner')
    await expect(asRuntime('create table mine ()')).rejects.toThrow('permission denied')
  })

  test('can be required by a role that may not run them', async () => {
    await using own = await folderWith({ '0001-a.sql': 'create table a (id integer)' })
    const folders = [messagingMigrations, own.path]
    const runtime = openDatabase({ url: database.databaseUrl, name: 'migrate', poolSize: 1, log: silentLog })
    const missing = () => requireMigrations(runtime.db, folders)
    try {
      await expect(missing()).rejects.toThrow('migrations not run yet: 0/0001-outbox, 0/0002')
      await migrate(database.ownerUrl, [messagingMigrations])
      await expect(missing()).rejects.toThrow('migrations not run yet: 1/0001-a')
      await migrate(database.ownerUrl, folders)
      await missing()
    } finally {
      await runtime.close()
    }
  })

  test('fail soon when the server is down', async () => {
    await expect(migrate('postgres://nobody@127.0.0.1:1/none', [messagingMigrations])).rejects.toThrow(
      'ECONNREFUSED',
    )
  })
})
