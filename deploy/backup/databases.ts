import { pipeline } from 'node:stream/promises'
import { messagingMigrations, migrate } from '@rehearse/service-kit/database/migrate'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { migrations as identity } from '../../services/identity/src/tables.ts'
import { migrations as media } from '../../services/media/src/tables.ts'
import { migrations as progress } from '../../services/progress/src/tables.ts'
import { migrations as questions } from '../../services/questions/src/tables.ts'
import type { DatabaseName } from './installation.ts'
import { withClient } from './installation.ts'
import type { DatabaseManifest } from './manifest.ts'
import { type BackupWriter, readPart, writePart } from './parts.ts'
import { describeDatabase, type Snapshot } from './snapshot.ts'

/** The file with a table's rows. */
const partOf = (database: string, table: string): string => `${database}/${table}.copy.zst`

/** Writes every table with COPY, streamed, so that no table has to fit into memory. */
export async function backUpDatabase(
  to: BackupWriter,
  database: DatabaseName,
  snapshot: Snapshot,
): Promise<DatabaseManifest> {
  const { tables, ...shape } = await describeDatabase(snapshot, database)
  const written: DatabaseManifest['tables'] = []
  for (const { name, columns } of tables) {
    const source = snapshot.query(copyTo(`copy ${tableWith(name, columns)} to stdout`))
    await writePart(to, partOf(database, name), source)
    written.push({ name, columns, rows: source.rowCount })
  }
  return { ...shape, tables: written }
}

/** The table and its columns in COPY's syntax. */
function tableWith(name: string, columns: readonly string[]): string {
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  return `public.${pg.escapeIdentifier(name)} (${list})`
}

/** The migration folders of each database, in the order in which its service runs them. */
export const schemas: Readonly<Record<DatabaseName, readonly string[]>> = {
  identity: [messagingMigrations, ...identity],
  questions: [messagingMigrations, ...questions],
  progress: [messagingMigrations, ...progress],
  media: [messagingMigrations, ...media],
}

/**
 * Restores a database: the schema by the migrations of that time, then the rows. Existing data is deleted. The caller
 * runs newer migrations later.
 */
export async function restoreDatabase(
  url: string,
  folder: string,
  database: DatabaseName,
  manifest: DatabaseManifest,
): Promise<void> {
  await withClient(url, async (client) => {
    await client.query('drop schema if exists public cascade; create schema public')
  })
  await migrate(url, schemas[database], manifest.migrations)
  await withClient(url, async (client) => {
    // The tables already contain what triggers derive.
    for (const { name } of manifest.tables)
      await client.query(`alter table ${quoted(name)} disable trigger user`)
    const names = manifest.tables.map(({ name }) => quoted(name))
    await client.query(`truncate ${names.join(', ')}`)
    for (const table of manifest.tables) await fill(client, folder, database, table)
    for (const { name } of manifest.tables)
      await client.query(`alter table ${quoted(name)} enable trigger user`)
    for (const { name, value, isCalled } of manifest.sequences) {
      await client.query('select setval($1::regclass, $2, $3)', [quoted(name), value, isCalled])
    }
    await client.query('analyze')
  })
}

const quoted = (name: string): string => `public.${pg.escapeIdentifier(name)}`

async function fill(
  client: pg.Client,
  folder: string,
  database: DatabaseName,
  { name, columns, rows }: DatabaseManifest['tables'][number],
): Promise<void> {
  const target = client.query(copyFrom(`copy ${tableWith(name, columns)} from stdin`))
  await pipeline(readPart(folder, partOf(database, name)), target)
  if (target.rowCount === rows) return
  throw new Error(`${database}.${name} has ${target.rowCount} rows instead of ${rows}`)
}
