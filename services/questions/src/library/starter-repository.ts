import { sql } from 'kysely'
import type { Trx } from '../db/tables.ts'

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

/** Makes entries or brings them up to date while no admin has edited them; returns how many were stored. */
export async function putEntries(trx: Trx, kind: string, entries: readonly StarterEntry[]): Promise<number> {
  const { rows } = await sql`
    insert into library_entry (kind, id, document, sort_order)
    select ${kind}, id, document, "order"
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as given (id text, document jsonb, "order" int)
    on conflict (kind, id) do update set
      document = excluded.document, sort_order = excluded.sort_order, updated_at = now()
    where library_entry.edited_at is null
      and (library_entry.document, library_entry.sort_order)
        is distinct from (excluded.document, excluded.sort_order)
    returning id`.execute(trx)
  return rows.length
}

/** Takes away what a file no longer has, unless an admin has edited it. */
export async function removeEntries(
  trx: Trx,
  kind: string,
  path: string,
  ids: readonly string[],
): Promise<void> {
  await sql`
    delete from library_entry where kind = ${kind} and id = any(${[...ids]}) and edited_at is null`.execute(
    trx,
  )
  await sql`delete from content_item where path = ${path} and key = any(${[...ids]})`.execute(trx)
}
