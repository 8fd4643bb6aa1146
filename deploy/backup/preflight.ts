import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { JetStreamManager } from '@nats-io/jetstream'
import { mediaBuckets } from '@rehearse/contracts'
import { createVault } from '@rehearse/event-store'
import { migrationNames } from '@rehearse/service-kit/database/migrate'
import pg from 'pg'
import { imageFolder } from '../../services/media/src/storage/folder-storage.ts'
import { schemas } from './databases.ts'
import {
  type DatabaseName,
  databaseNames,
  type Installation,
  withClient,
  withoutCredentials,
} from './installation.ts'
import { type KeyStore, someKeys } from './key-store.ts'
import type { Manifest } from './manifest.ts'
import { mediaKinds } from './media.ts'
import { filledStreams, lengthOf } from './streams.ts'
import { isUnfinished } from './unfinished-restore.ts'

interface Question {
  installation: Installation
  manager: JetStreamManager
  manifest: Manifest
  keys: { folder: string; store: KeyStore }
  /** Existing data may be deleted. */
  replace: boolean
}

/** Why the work didn't start: nothing has changed. */
export class Refusal extends Error {}

export const listed = (lines: readonly string[]): string => lines.map((line) => `  - ${line}`).join('\n')

/** Everything that prevents restoring a backup here, one line each. Changes nothing. */
export async function preflight({
  installation,
  manager,
  manifest,
  keys,
  replace,
}: Question): Promise<string[]> {
  const found = [...(await newerMigrations(manifest)), ...(await findWrongSecret(installation, keys))]
  found.push(...(await findUsers(installation)))
  if (
    new Set(databaseNames.map((name) => withoutCredentials(installation.databases[name]))).size <
    databaseNames.length
  ) {
    found.push('two of the services have the same database')
  }
  // The data of an unfinished attempt may be overwritten.
  if (replace || (await withClient(installation.databases.progress, isUnfinished))) return found
  for (const name of databaseNames) {
    const url = installation.databases[name]
    found.push(...(await withClient(url, (client) => inDatabase(client, name, url))))
  }
  const streams = await filledStreams(manager)
  if (streams.length > 0) found.push(`NATS is not empty: ${streams.join(', ')}`)
  found.push(...(await filledMedia(installation, manager)))
  return found
}

async function newerMigrations(manifest: Manifest): Promise<string[]> {
  const found: string[] = []
  for (const name of databaseNames) {
    const known = new Set(await migrationNames(schemas[name]))
    const unknown = manifest.databases[name]?.migrations.filter((migration) => !known.has(migration)) ?? []
    if (unknown.length > 0) {
      found.push(
        `the backup was made by another version, newer than this one or from before November 2026: this one doesn't know ${name}'s ${unknown.join(', ')}`,
      )
    }
  }
  return found
}

/** Whether the keys are wrapped with another secret. */
export async function findWrongSecret(
  { personalData }: Installation,
  keys: Question['keys'] | null,
): Promise<string[]> {
  if (personalData === null) return ['PERSONAL_DATA_SECRET is not set']
  if (keys === null) return []
  let tried = 0
  const vault = createVault(personalData)
  for await (const { streamId, wrapped } of someKeys(keys.folder, keys.store)) {
    try {
      vault.unwrap(streamId, wrapped)
      return []
    } catch {
      // A key without sealed events may be wrapped with an old secret.
      tried += 1
    }
  }
  if (tried === 0) return []
  return [`PERSONAL_DATA_SECRET does not open the keys in ${keys.folder}: it belongs to another installation`]
}

/** Tables that have rows from the start. */
const neverEmpty = ['schema_migration', 'schema_migration_lock', 'read_model', 'question_revision']

/** How often, and at which interval (ms), to check whether the sessions of a killed command have ended. */
const lockRetries = { tries: 60, pauseMs: 500 }

/** Other users connected to the databases. */
export async function findUsers({ databases }: Pick<Installation, 'databases'>): Promise<string[]> {
  const found: string[] = []
  for (const name of databaseNames) {
    const users = await withClient(databases[name], async (client) => {
      for (let attempt = 1; ; attempt += 1) {
        const others = await usersBeside(client)
        // Services have another role: sessions of ours belong to commands, perhaps one that was just killed.
        if (attempt === lockRetries.tries || !others.some(({ isOurs: isOwn }) => isOwn)) return others
        await pause(lockRetries.pauseMs)
      }
    })
    found.push(
      ...users.map(({ user }) => `the database ${name} is in use, by ${user}: stop the services first`),
    )
  }
  return found
}

/** The users of other connections: only their role is visible, and the server's own connections have none. */
async function usersBeside(client: pg.Client): Promise<{ user: string; isOurs: boolean }[]> {
  const { rows } = await client.query<{ user: string; isOurs: boolean }>(
    `select distinct usename as user, usename = current_user as "isOurs" from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and usename is not null order by 1`,
  )
  return rows
}

async function inDatabase(client: pg.Client, name: DatabaseName, url: string): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = to_regnamespace('public') and relkind = 'r' order by 1`,
  )
  for (const table of tables.filter((one) => !neverEmpty.includes(one.name))) {
    const { rows } = await client.query(`select from public.${pg.escapeIdentifier(table.name)} limit 1`)
    if (rows.length === 0) continue
    return [`the database ${name} (${withoutCredentials(url)}) is not empty: ${table.name} has rows`]
  }
  return []
}

async function filledMedia({ media }: Installation, manager: JetStreamManager): Promise<string[]> {
  const found: string[] = []
  for (const kind of mediaKinds) {
    const isFilled =
      media.storage === 'nats'
        ? (await lengthOf(manager, `OBJ_${mediaBuckets[kind]}`)) > 0
        : await hasFiles(kind === 'images' ? join(media.folder, imageFolder) : media.folder)
    if (isFilled) found.push(`the storage of ${kind} is not empty`)
  }
  return found
}

async function hasFiles(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.some((name) => !name.startsWith('.'))
}
