import { type ContentKind, RESTORABLE_FOR, type TrashItem, type TrashQuery } from '@rehearse/contracts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../tables.ts'

/** A deletion that can still be undone, or was. */
export interface Deletion {
  id: string
  kind: Exclude<ContentKind, 'questions'>
  entryId: string
  title: string
  /** The deleted row. */
  entry: Record<string, unknown>
  deletedAt: Date
  restoredAt: Date | null
}

const titleOfEntry = sql`
  coalesce(entry -> 'document' ->> 'title', entry -> 'document' ->> 'name', entry ->> 'name', entry_id)`

/** All deletions since a time that weren't undone. */
const deletions = (since: Date): RawBuilder<unknown> => sql`(
  select id, 'questions' as kind, id::text as entry_id, title, null as deleted_by, deleted_at
  from question where deleted_at > ${since}
  union all
  select id, kind, entry_id, ${titleOfEntry}, changed_by, changed_at
  from entry_version where action = 'deleted' and restored_at is null and changed_at > ${since}) as deletion`

const matching = ({ kind, search }: Pick<TrashQuery, 'kind' | 'search'>) => sql`
  (${kind ?? null}::text is null or kind = ${kind ?? null})
  and (${search ?? null}::text is null or strpos(lower(title), lower(${search ?? null})) > 0)`

type Row = Omit<TrashItem, 'deletedAt' | 'expiresAt'> & { deletedAt: Date }

export const trashPage = (
  since: Date,
  { page, pageSize, ...filter }: TrashQuery,
): RawBuilder<Row> => sql<Row>`
  select id, kind, entry_id as "entryId", title, deleted_at as "deletedAt",
    coalesce(deleted_by, (
      select changed_by from question_version
      where kind = 'questions' and question_id = listed.id order by version desc limit 1)) as "deletedBy"
  from (
    select * from ${deletions(since)} where ${matching(filter)}
    order by deleted_at desc, id limit ${pageSize} offset ${(page - 1) * pageSize}) as listed
  order by deleted_at desc, id`

/** A page of what can be restored, newest deletion first. */
export async function readTrash(
  db: Db,
  { page, pageSize, ...filter }: TrashQuery,
): Promise<{ items: TrashItem[]; totalCount: number }> {
  const since = new Date(Date.now() - RESTORABLE_FOR)
  const [{ rows }, { rows: counts }] = await Promise.all([
    trashPage(since, { page, pageSize, ...filter }).execute(db),
    sql<{ count: number }>`
      select count(*)::int as count from ${deletions(since)} where ${matching(filter)}`.execute(db),
  ])
  const items = rows.map((row) => ({
    ...row,
    deletedAt: row.deletedAt.toISOString(),
    expiresAt: new Date(row.deletedAt.getTime() + RESTORABLE_FOR).toISOString(),
  }))
  return { items, totalCount: counts[0]?.count ?? 0 }
}

/** A deletion of an entry, locked until the transaction ends. */
export async function lockDeletion(trx: Trx, id: string): Promise<Deletion | undefined> {
  const { rows } = await sql<Deletion>`
    select id, kind, entry_id as "entryId", ${titleOfEntry} as title, entry, changed_at as "deletedAt",
      restored_at as "restoredAt"
    from entry_version where id = ${id} and action = 'deleted' for update`.execute(trx)
  return rows[0]
}

/**
 * Marks a deletion as undone, and the insert that follows as a restoration. The comments that went into the trash with
 * the entry come back with it.
 * @param entryId the id under which it is restored
 */
export async function recordRestoration(trx: Trx, id: string, entryId: string): Promise<void> {
  await sql`
    update comment set content_deleted_at = null, entry_id = ${entryId} from entry_version
    where entry_version.id = ${id} and comment.kind = entry_version.kind
      and comment.entry_id = entry_version.entry_id and content_deleted_at = changed_at`.execute(trx)
  await sql`update entry_version set restored_at = now() where id = ${id}`.execute(trx)
  await sql`select set_config('rehearse.restoring', 'true', true)`.execute(trx)
}
