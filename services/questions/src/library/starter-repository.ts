import { type Selectable, sql } from 'kysely'
import type { Tables, Trx } from '../tables.ts'
import type { Entry } from './kind.ts'
import { toEntry } from './repository.ts'

export interface StarterEntry {
  id: string
  document: object
  order: number
}

/** Which of these ids the kind has. */
export async function presentIds(trx: Trx, kind: string, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from library_entry where kind = ${kind} and id = any(${[...ids]})`.execute(trx)
  return new Set(rows.map((row) => row.id))
}

/** Makes entries or brings them up to date while no admin has edited them; returns those that were stored. */
export async function putEntries(trx: Trx, kind: string, entries: readonly StarterEntry[]): Promise<Entry[]> {
  const { rows } = await sql<Selectable<Tables['library_entry']>>`
    insert into library_entry (kind, id, document, sort_order)
    select ${kind}, id, document, "order"
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as given (id text, document jsonb, "order" int)
    on conflict (kind, id) do update set
      document = excluded.document, sort_order = excluded.sort_order, updated_at = now(),
      revision = excluded.revision
    where library_entry.edited_at is null
      and (library_entry.document, library_entry.sort_order)
        is distinct from (excluded.document, excluded.sort_order)
    returning *`.execute(trx)
  return rows.map(toEntry)
}

/** Takes away what a file no longer has, unless an admin has edited it; returns what is gone. */
export async function removeEntries(
  trx: Trx,
  kind: string,
  path: string,
  ids: readonly string[],
): Promise<Entry[]> {
  const { rows } = await sql<Selectable<Tables['library_entry']>>`
    delete from library_entry where kind = ${kind} and id = any(${[...ids]}) and edited_at is null
    returning *`.execute(trx)
  await sql`delete from content_item where path = ${path} and key = any(${[...ids]})`.execute(trx)
  return rows.map(toEntry)
}
