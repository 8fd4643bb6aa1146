import { sql } from 'kysely'
import type { Trx } from '../tables.ts'

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
