import type { ChallengeOpenedMessage } from '@rehearse/contracts'
import { type Selectable, sql } from 'kysely'
import type { Editorial } from '../edits/content-status.rules.ts'
import { statusColumns, statusValues, toEditorial } from '../edits/repository.ts'
import { erasedAmong } from '../privacy/repository.ts'
import type { Db, Tables, Trx } from '../tables.ts'
import { caseFold } from '../text.ts'
import type { Entry } from './kind.ts'

type Row = Selectable<Tables['library_entry']>

/** All entries of a kind, in their order. @param omitted fields of their documents to leave out */
export async function listEntries(db: Db, kind: string, omitted: readonly string[] = []): Promise<Entry[]> {
  const { rows } = await sql<Row>`
    select id, document - ${[...omitted]}::text[] as document, sort_order, created_at, updated_at, revision,
      created_by, ${statusColumns}
    from library_entry where kind = ${kind} order by sort_order, id`.execute(db)
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

/** An entry, locked until the transaction ends. */
export async function lockEntry(trx: Trx, kind: string, id: string): Promise<Entry | undefined> {
  const { rows } = await sql<Row>`
    select * from library_entry where kind = ${kind} and id = ${id} for update`.execute(trx)
  return rows[0] && toEntry(rows[0])
}

export interface NewEntry {
  id: string
  document: object
  /** Undefined puts the entry last. */
  order: number | undefined
  createdBy: string | null
  editorial: Editorial
  /** Of a restored entry. */
  createdAt?: Date
}

/** Stores an entry that an admin created; undefined if the id is taken. */
export async function insertEntry(trx: Trx, kind: string, entry: NewEntry): Promise<Entry | undefined> {
  const { rows } = await sql<Row>`
    insert into library_entry (kind, id, document, sort_order, created_at, edited_at, created_by, ${statusColumns})
    select ${kind}, ${entry.id}, ${JSON.stringify(entry.document)}::jsonb,
      coalesce(${entry.order ?? null}::int, max(sort_order) + 1, 1), ${entry.createdAt ?? sql`now()`}, now(),
      ${entry.createdBy}::text, ${statusValues(entry.editorial)}
    from library_entry where kind = ${kind}
    on conflict do nothing
    returning *`.execute(trx)
  return rows[0] && toEntry(rows[0])
}

/** Stores an editor's change. The caller holds the entry's lock. */
export async function updateEntry(
  trx: Trx,
  kind: string,
  { id, document, order, editorial }: Pick<Entry, 'id' | 'order' | 'editorial'> & { document: object },
): Promise<Entry | undefined> {
  const { rows } = await sql<Row>`
    update library_entry
    set document = ${JSON.stringify(document)}::jsonb, sort_order = ${order}, updated_at = now(), edited_at = now(),
      (${statusColumns}) = row(${statusValues(editorial)}), revision = nextval('definition_revision')
    where kind = ${kind} and id = ${id}
    returning *`.execute(trx)
  return rows[0] && toEntry(rows[0])
}

/** Ids of all entries of a kind, locked: no other request can change or reorder them meanwhile. */
export async function lockEntries(trx: Trx, kind: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from library_entry where kind = ${kind} order by id for update`.execute(trx)
  return rows.map((row) => row.id)
}

/** Numbers entries from 1; entries whose position hasn't changed are left alone. */
export async function numberEntries(trx: Trx, kind: string, ids: readonly string[]): Promise<Entry[]> {
  const { rows } = await sql<Row>`
    update library_entry as entry
    set sort_order = wanted.position, edited_at = now(), revision = nextval('definition_revision')
    from unnest(${[...ids]}::text[]) with ordinality as wanted (id, position)
    where entry.kind = ${kind} and entry.id = wanted.id and entry.sort_order <> wanted.position
    returning entry.*`.execute(trx)
  return rows.map(toEntry)
}

/** The deleted entry, if it existed. */
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
    createdBy: row.created_by,
    editorial: toEditorial(row),
  }
}

export interface StarterEntry {
  id: string
  document: object
  order: number
}

/** The ids among these that exist. */
export async function presentIds(trx: Trx, kind: string, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from library_entry where kind = ${kind} and id = any(${[...ids]})`.execute(trx)
  return new Set(rows.map((row) => row.id))
}

/** Creates or updates entries that no admin has edited; returns those that were stored. */
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

/** Removes entries that a file no longer contains, unless an admin has edited them; returns the removed ones. */
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

/**
 * Stores which learners may read which solution. The first reason is kept; nothing is stored for an erased learner.
 */
export async function storeOpenings(trx: Trx, messages: readonly ChallengeOpenedMessage[]): Promise<void> {
  const erased = await erasedAmong(
    trx,
    messages.map(({ data }) => data.learnerId),
  )
  const allowed = messages.filter(({ data }) => !erased.has(data.learnerId))
  if (allowed.length === 0) return
  await trx
    .insertInto('challenge_opening')
    .values(
      allowed.map(({ data, occurredAt }) => ({
        learner_id: data.learnerId,
        challenge_id: data.challengeId,
        reason: data.reason,
        opened_at: new Date(occurredAt),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Ids of the challenges whose solutions a learner may read. */
export async function openedChallenges(db: Db, learnerId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('challenge_opening')
    .select('challenge_id')
    .where('learner_id', '=', learnerId)
    .execute()
  return new Set(rows.map((row) => row.challenge_id))
}

interface ChosenQuestion {
  id: string
  title: string
  state: 'open' | 'inactive' | 'unapproved' | 'deleted'
}

/** The state of these questions; unknown ones are left out. */
export async function chosenQuestions(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ChosenQuestion>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<ChosenQuestion>`
    select id, title, case
        when deleted_at is not null then 'deleted'
        when not approved then 'unapproved'
        when not is_active then 'inactive'
        else 'open' end as state
    from question where id = any(${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The number of open questions in these categories, by case-folded name; categories without any are left out. */
export async function openInCategories(
  db: Db,
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (names.length === 0) return new Map()
  const { rows } = await sql<{ name: string; count: number }>`
    select folded_name as name,
      (select count(*) from question where category_id = category.id and is_open) as count
    from category where folded_name = any(${names.map(caseFold)})`.execute(db)
  return new Map(rows.map(({ name, count }) => [name, count]))
}

interface NamedQuestion {
  name: string
  isOpen: boolean
  createdBy: string | null
}

/** The questions with these ids, and those that the content files name so; unknown ones are left out. */
export async function readNamedQuestions(
  db: Db,
  { ids, contentIds }: { ids: readonly string[]; contentIds: readonly string[] },
): Promise<ReadonlyMap<string, NamedQuestion>> {
  if (contentIds.length === 0) return new Map()
  const { rows } = await sql<NamedQuestion>`
    with named as (
      select given as name, given::uuid as id from unnest(${[...new Set(ids)]}::text[]) as given
      union all
      select id, question_id from content_question where id = any(${[...new Set(contentIds)]}::text[]))
    select named.name, question.is_open as "isOpen", question.created_by as "createdBy"
    from named join question on question.id = named.id`.execute(db)
  return new Map(rows.map((row) => [row.name, row]))
}
