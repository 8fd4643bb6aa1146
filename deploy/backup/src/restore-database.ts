import { pipeline } from 'node:stream/promises'
import { migrate } from '@rehearse/service-kit/database/migrate'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { partOf, tableWith } from './back-up-database.ts'
import { withClient } from './connect.ts'
import type { DatabaseName } from './installation.ts'
import type { DatabaseManifest } from './manifest.ts'
import { readPart } from './part.ts'
import { schemas } from './schemas.ts'

/**
 * Makes a database what it was: the schema as it was by its migrations, then the rows. Whatever is there is thrown away.
 * What has been migrated since is for whoever comes next to bring up to date.
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
    // What triggers have derived is among the tables.
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
  throw new Error(`${database}.${name} has ${target.rowCount} rows, and should have ${rows}`)
}
