import type { PlaceMessage } from '@rehearse/contracts'
import { type Kysely, sql } from 'kysely'
import type { ProgressTables } from '../tables.ts'

/**
 * Keeps the names of categories. One that was removed keeps its last name, since old versions of questions are still
 * filed under it.
 */
export async function storeCategories(
  db: Kysely<ProgressTables>,
  messages: readonly PlaceMessage[],
): Promise<void> {
  for (const { type, data } of messages) {
    if (data.kind !== 'category' || type === 'PlaceRemoved') continue
    await sql`
      insert into category (id, name, revision) values (${data.id}, ${data.name}, ${data.revision})
      on conflict (id) do update set name = excluded.name, revision = excluded.revision
      where category.revision < excluded.revision`.execute(db)
  }
}
