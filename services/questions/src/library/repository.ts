import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db, Tables, Trx } from '../tables.ts'
import type { Entry } from './kind.ts'

type Row = Selectable<Tables['library_entry']>

/** All entries of a kind, in their order. */
export async function listEntries(db: Db, kind: string): Promise<Entry[]> {
  const rows = await db
    .selectFrom('library_entry')
    .selectAll()
    .where('kind', '=', kind)
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
  return rows.map(toEntry)
}

export async function findEntry(db: Db, kind: string, id: string): Promise<Entry | undefined> {
  const row = await db
    .selectFrom('library_entry')
    .selectAll()
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toEntry(row)
}

/** The same, locked until the transaction ends. */
export async function lockEntry(trx: Trx, kind: string, id: string): Promise<Entry | undefined> {
  const { rows } = await sql<Row>`
    select * from library_entry where kind = ${kind} and id = ${id} for update`.execute(trx)
  return rows[0] && toEntry(rows[0])
}

export interface NewEntry {
  id: string
  document: object
  /** Last unless said. */
  order: number | undefined
}

/** Stores what an admin has made; undefined where the id is taken. */
export async function insertEntry(trx: Trx, kind: string, entry: NewEntry): Promise<Entry | undefined> {
  const { rows } = await sql<Row>`
    insert into library_entry (kind, id, document, sort_order, edited_at)
    select ${kind}, ${entry.id}, ${JSON.stringify(entry.document)}::jsonb,
      coalesce(${entry.order ?? null}::int, max(sort_order) + 1, 1), now()
    from library_entry where kind = ${kind}
    on conflict do nothing
    returning *`.execute(trx)
  return rows[0] && toEntry(rows[0])
}

/** Stores what an admin has changed. Callers hold the entry's lock. */
export async function updateEntry(
  trx: Trx,
  kind: string,
  { id, document, order }: Pick<Entry, 'id' | 'order'> & { document: object },
): Promise<Entry | undefined> {
  const { rows } = await sql<Row>`
    update library_entry
    set document = ${JSON.stringify(document)}::jsonb, sort_order = ${order}, updated_at = now(), edited_at = now(),
      revision = nextval('definition_revision')
    where kind = ${kind} and id = ${id}
    returning *`.execute(trx)
  return rows[0] && toEntry(rows[0])
}

/** Ids of all entries of a kind, locked: nobody else changes or arranges them meanwhile. */
export async function lockEntries(trx: Trx, kind: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from library_entry where kind = ${kind} order by id for update`.execute(trx)
  return rows.map((row) => row.id)
}

/** Numbers entries from 1; those that stand where they stood are left alone. */
export async function numberEntries(trx: Trx, kind: string, ids: readonly string[]): Promise<Entry[]> {
  const { rows } = await sql<Row>`
    update library_entry as entry
    set sort_order = wanted.position, edited_at = now(), revision = nextval('definition_revision')
    from unnest(${[...ids]}::text[]) with ordinality as wanted (id, position)
    where entry.kind = ${kind} and entry.id = wanted.id and entry.sort_order <> wanted.position
    returning entry.*`.execute(trx)
  return rows.map(toEntry)
}

/** The entry that was deleted, if there was one. */
export async function deleteEntry(trx: Trx, kind: string, id: string): Promise<Entry | undefined> {
  const { rows } = await sql<Row>`
    delete from library_entry where kind = ${kind} and id = ${id} returning *`.execute(trx)
  return rows[0] && toEntry(rows[0])
}

export function toEntry(row: Row): Entry {
  return {
    id: row.id,
    document: row.document,
    order: row.sort_order,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    revision: row.revision,
  }
}
