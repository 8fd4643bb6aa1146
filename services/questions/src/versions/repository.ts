import type { VersionAction } from '@rehearse/contracts'
import { sql } from 'kysely'
import type { Db } from '../tables.ts'

/** A stored version of a library entry or a taxonomy node. */
export interface StoredEntryVersion {
  id: string
  kind: string
  entryId: string
  action: VersionAction
  /** The row, as the trigger stored it. */
  entry: Record<string, unknown>
  changedBy: string | null
  changedAt: Date
}

const columns = sql`
  id, kind, entry_id as "entryId", action, entry, changed_by as "changedBy", changed_at as "changedAt"`

/** Versions of an entry, newest first, and their number. */
export async function readEntryVersions(
  db: Db,
  { kind, entryId }: { kind: string; entryId: string },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ versions: StoredEntryVersion[]; totalCount: number }> {
  const [{ rows }, { rows: counts }] = await Promise.all([
    sql<StoredEntryVersion>`
      select ${columns} from entry_version where kind = ${kind} and entry_id = ${entryId}
      order by position desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ count: number }>`
      select count(*)::int as count from entry_version where kind = ${kind} and entry_id = ${entryId}`.execute(
      db,
    ),
  ])
  return { versions: rows, totalCount: counts[0]?.count ?? 0 }
}

export async function findEntryVersion(db: Db, id: string): Promise<StoredEntryVersion | undefined> {
  const { rows } = await sql<StoredEntryVersion>`
    select ${columns} from entry_version where id = ${id}`.execute(db)
  return rows[0]
}
