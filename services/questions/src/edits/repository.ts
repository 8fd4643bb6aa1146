import { sql } from 'kysely'
import type { StatusColumns, Trx } from '../tables.ts'
import type { Editorial } from './content-status.rules.ts'

export const statusColumns = sql`status, status_changed_by, status_changed_at, status_comment, reviewer, publish_at, expires_at`

/** The values of these columns. */
export const statusValues = (it: Editorial) => sql`${it.status}::text, ${it.changedBy}::text,
  ${it.changedAt}::timestamptz, ${it.comment}::text, ${it.reviewer}::text, ${it.publishAt}::timestamptz,
  ${it.expiresAt}::timestamptz`

export const toEditorial = (row: StatusColumns): Editorial => ({
  status: row.status,
  changedBy: row.status_changed_by,
  changedAt: row.status_changed_at?.toISOString() ?? null,
  comment: row.status_comment,
  reviewer: row.reviewer,
  publishAt: row.publish_at?.toISOString() ?? null,
  expiresAt: row.expires_at?.toISOString() ?? null,
})

/** Names the person who changes library entries or taxonomy nodes in this transaction: a trigger writes their versions. */
export async function recordActor(trx: Trx, actor: string): Promise<void> {
  await sql`select set_config('rehearse.actor', ${actor}, true)`.execute(trx)
}

/** The id of an entry's newest deletion. */
export async function newestDeletion(trx: Trx, kind: string, entryId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from entry_version
    where kind = ${kind} and entry_id = ${entryId} and action = 'deleted'
    order by position desc limit 1`.execute(trx)
  if (rows[0] === undefined) throw new Error(`the deletion of ${kind} ${entryId} was not recorded`)
  return rows[0].id
}
