import type pg from 'pg'
import type { DatabaseName } from './installation.ts'
import { openClient } from './installation.ts'
import type { DatabaseManifest } from './manifest.ts'

/** A database as of one moment, for as long as the connection is open. */
export type Snapshot = pg.Client & AsyncDisposable

export async function openSnapshot(url: string): Promise<Snapshot> {
  const client = await openClient(url)
  await client.query('begin isolation level repeatable read, read only')
  await client.query(
    "set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'",
  )
  // A snapshot starts with the first query that reads anything.
  await client.query('select from outbox limit 1')
  return client
}

/**
 * Tables that aren't stored with the data. Learners' keys are in the key store, so that an erasure reaches every
 * backup. With restored signing keys, tokens that had ended would be accepted again.
 */
const apart: Readonly<Partial<Record<DatabaseName, readonly string[]>>> = {
  progress: ['stream_key'],
  identity: ['signing_key'],
}

/** Tables that migrations fill. */
const ofMigrations = ['schema_migration', 'schema_migration_lock']

type Shape = Pick<DatabaseManifest, 'server' | 'migrations' | 'sequences'> & {
  tables: { name: string; columns: string[] }[]
}

/** The tables of a database, ordered so that each refers to earlier ones only. */
export async function describeDatabase(client: pg.Client, database: DatabaseName): Promise<Shape> {
  const [{ rows: servers }, { rows: migrations }, { rows: sequences }] = [
    await client.query<{ server_version: string }>('show server_version'),
    await client.query<{ name: string }>('select name from schema_migration order by timestamp, name'),
    await client.query<{ name: string; value: string; called: boolean }>(sequencesQuery),
  ]
  return {
    server: servers[0]?.server_version ?? '',
    migrations: migrations.map(({ name }) => name),
    tables: await readTables(client, [...ofMigrations, ...(apart[database] ?? [])]),
    sequences: sequences.map(({ name, value, called }) => ({ name, value: Number(value), isCalled: called })),
  }
}

/** Sequences aren't part of a snapshot: their value is at least that of the rows, which is enough. */
const sequencesQuery = `
  select sequencename as name, coalesce(last_value, start_value)::text as value, last_value is not null as called
  from pg_sequences where schemaname = 'public' order by 1`

/** Permanent tables, with their stored (not generated) columns. */
const tablesQuery = `
  select held.relname as name,
    array(select attname::text from pg_attribute where attrelid = held.oid and attnum > 0 and not attisdropped
      and attgenerated = '' order by attnum) as columns,
    array(select target.relname::text from pg_constraint join pg_class target on target.oid = confrelid
      where conrelid = held.oid and contype = 'f' and confrelid <> conrelid) as "refersTo"
  from pg_class held
  where held.relnamespace = 'public'::regnamespace and held.relkind = 'r' and held.relpersistence = 'p'
    and held.relname <> all($1)
  order by held.relname`

async function readTables(client: pg.Client, without: readonly string[]): Promise<Shape['tables']> {
  const { rows } = await client.query<{ name: string; columns: string[]; refersTo: string[] }>(tablesQuery, [
    without,
  ])
  const ordered: Shape['tables'] = []
  for (let waiting = rows; waiting.length > 0; ) {
    const names = new Set(waiting.map(({ name }) => name))
    const ready = waiting.filter(({ refersTo }) => !refersTo.some((name) => names.has(name)))
    if (ready.length === 0) throw new Error(`circular foreign keys: ${[...names].join(', ')}`)
    ordered.push(...ready.map(({ name, columns }) => ({ name, columns })))
    waiting = waiting.filter((table) => !ready.includes(table))
  }
  return ordered
}
