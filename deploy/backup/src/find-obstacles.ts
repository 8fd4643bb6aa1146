import { readdir } from 'node:fs/promises'
import type { JetStreamManager } from '@nats-io/jetstream'
import { createVault } from '@rehearse/event-store'
import { migrationNames } from '@rehearse/service-kit/migrate'
import pg from 'pg'
import { whereIs, withClient } from './connect.ts'
import { type DatabaseName, databaseNames, type Installation } from './installation.ts'
import { firstKey, type KeyStore } from './key-store.ts'
import type { Manifest } from './manifest.ts'
import { unfinished } from './restore-database.ts'
import { filledStreams } from './restore-streams.ts'
import { schemas } from './schemas.ts'

interface Question {
  installation: Installation
  manager: JetStreamManager
  manifest: Manifest
  keys: { folder: string; store: KeyStore }
  /** What is there may be thrown away. */
  replace: boolean
}

/** Everything that speaks against restoring a backup here, a line each. Nothing is changed. */
export async function findObstacles({
  installation,
  manager,
  manifest,
  keys,
  replace,
}: Question): Promise<string[]> {
  const found = [...(await newerMigrations(manifest)), ...(await wrongSecret(installation, keys))]
  for (const name of databaseNames) {
    const url = installation.databases[name]
    found.push(...(await withClient(url, (client) => inDatabase(client, name, url, replace))))
  }
  if (
    new Set(databaseNames.map((name) => whereIs(installation.databases[name]))).size < databaseNames.length
  ) {
    found.push('two of the services have the same database')
  }
  if (replace) return found
  const streams = await filledStreams(manager)
  if (streams.length > 0) found.push(`NATS is not empty: ${streams.join(', ')}`)
  if (await hasAudio(installation, manager)) found.push('the storage of audio is not empty')
  return found
}

async function newerMigrations(manifest: Manifest): Promise<string[]> {
  const found: string[] = []
  for (const name of databaseNames) {
    const known = new Set(await migrationNames(schemas[name]))
    const unknown = manifest.databases[name]?.migrations.filter((migration) => !known.has(migration)) ?? []
    if (unknown.length > 0) {
      found.push(`the backup is of a newer version: this one doesn't know ${name}'s ${unknown.join(', ')}`)
    }
  }
  return found
}

async function wrongSecret(
  { personalData }: Installation,
  { folder, store }: Question['keys'],
): Promise<string[]> {
  if (personalData === null) return ['PERSONAL_DATA_SECRET is not set']
  const key = await firstKey(folder, store)
  try {
    if (key) createVault(personalData).unwrap(key.streamId, key.wrapped)
    return []
  } catch {
    return [`PERSONAL_DATA_SECRET does not open the keys in ${folder}: it is another installation's`]
  }
}

/** Tables that have rows from the beginning. */
const neverEmpty = ['schema_migration', 'schema_migration_lock', 'read_model', 'question_revision']

async function inDatabase(
  client: pg.Client,
  name: DatabaseName,
  url: string,
  replace: boolean,
): Promise<string[]> {
  // Of others' connections no more is told than whose they are; those of the server itself are nobody's.
  const { rows: users } = await client.query<{ name: string }>(
    `select distinct usename as name from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and usename is not null order by 1`,
  )
  const found = users.map(
    (user) => `the database ${name} is in use, by ${user.name}: stop the services first`,
  )
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = to_regnamespace('public') and relkind = 'r' order by 1`,
  )
  // What an attempt has left that did not come to its end is nobody's.
  if (replace || tables.some((table) => table.name === unfinished)) return found
  for (const table of tables.filter((one) => !neverEmpty.includes(one.name))) {
    const { rows } = await client.query(`select from public.${pg.escapeIdentifier(table.name)} limit 1`)
    if (rows.length === 0) continue
    return [...found, `the database ${name} (${whereIs(url)}) is not empty: ${table.name} has rows`]
  }
  return found
}

async function hasAudio({ media }: Installation, manager: JetStreamManager): Promise<boolean> {
  if (media.storage === 'nats') {
    for await (const name of manager.streams.names()) if (name.startsWith('OBJ_')) return true
    return false
  }
  const names = await readdir(media.folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.some((name) => !name.startsWith('.'))
}
