import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { DatabaseName } from './installation.ts'
import type { DatabaseManifest } from './manifest.ts'
import { type BackupWriter, writePart } from './part.ts'
import { describeDatabase, type Snapshot } from './snapshot.ts'

/** Where the rows of a table are. */
export const partOf = (database: string, table: string): string => `${database}/${table}.copy.zst`

/** Writes every table as COPY writes it: a row is never in our memory for longer than it takes to pass. */
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

/** As COPY names it. */
export function tableWith(name: string, columns: readonly string[]): string {
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  return `public.${pg.escapeIdentifier(name)} (${list})`
}
