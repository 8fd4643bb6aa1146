import { type Kysely, sql } from 'kysely'
import type { ReadCollection } from './personal-data.ts'

/**
 * Shows a learner their rows of a table, as they stand.
 * @param table its name, and the columns that say whose a row is, what orders it, and what is no business of anybody
 * (hashes, their own id in every row)
 */
export function personalTable<Tables>(table: {
  name: string
  whose: string
  orderedBy: readonly string[]
  hidden?: readonly string[]
}): ReadCollection<Tables> {
  const order = sql.join(table.orderedBy.map((column) => sql.ref(column)))
  const hidden = [table.whose, ...(table.hidden ?? [])]
  return async (db, learnerId, { after, limit }) => {
    const offset = Number(after ?? 0)
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(held) - ${hidden}::text[] as row
      from ${sql.table(table.name)} as held
      where ${sql.ref(table.whose)} = ${learnerId}
      order by ${order}
      limit ${limit} offset ${offset}`.execute(db as Kysely<unknown>)
    return {
      rows: rows.map(({ row }) => row),
      next: rows.length === limit ? String(offset + limit) : null,
    }
  }
}

/** A collection that is short, and so read whole for each of its pages. */
export function wholeCollection<Tables>(
  read: (db: Kysely<Tables>, learnerId: string) => Promise<readonly object[]>,
): ReadCollection<Tables> {
  return async (db, learnerId, { after, limit }) => {
    const from = Number(after ?? 0)
    const rows = (await read(db, learnerId)).slice(from, from + limit) as Record<string, unknown>[]
    return { rows, next: rows.length === limit ? String(from + limit) : null }
  }
}
