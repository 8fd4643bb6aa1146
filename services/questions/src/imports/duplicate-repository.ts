import { sql } from 'kysely'
import type { Db } from '../tables.ts'

/** Questions with these contents, the oldest of each, by the hash as hex; deleted ones don't count unless asked for. */
export async function findByContent(
  db: Db,
  hashes: readonly Buffer[],
  { deletedToo = false }: { deletedToo?: boolean } = {},
): Promise<Map<string, string>> {
  const hex = hashes.map((hash) => hash.toString('hex'))
  const { rows } = await sql<{ hash: string; id: string }>`
    select distinct on (content_hash) encode(content_hash, 'hex') as hash, id
    from question
    where content_hash = any(select decode(hash, 'hex') from unnest(${hex}::text[]) as given (hash))
      and (${deletedToo} or deleted_at is null)
    order by content_hash, position`.execute(db)
  return new Map(rows.map((row) => [row.hash, row.id]))
}
