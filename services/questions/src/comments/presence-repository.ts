import type { ContentParams } from '@rehearse/contracts'
import { PRESENCE } from '@rehearse/contracts/content-limits'
import { sql } from 'kysely'
import type { Db } from '../tables.ts'

const expired = sql`seen_at < now() - ${PRESENCE.expiry} * interval '1 millisecond'`
/** The most rows of an account; further content that it has open isn't recorded. */
const PER_ACCOUNT = 50
/** The most others that are returned, and the most expired rows that a call removes. */
const LIMIT = 50

/** Records that an account has content open. @returns the others who have, latest first */
export async function recordPresence(
  db: Db,
  { kind, entryId }: ContentParams,
  account: string,
): Promise<string[]> {
  await sql`
    insert into presence (kind, entry_id, account)
    select ${kind}::text, ${entryId}::text, ${account}::text
    where (
      select count(*) from presence where account = ${account} and not ${expired}
        and not (kind = ${kind} and entry_id = ${entryId})) < ${PER_ACCOUNT}
    on conflict (kind, entry_id, account) do update set seen_at = now()`.execute(db)
  await sql`
    delete from presence where ctid in (
      select ctid from presence where ${expired} limit ${LIMIT} for update skip locked)`.execute(db)
  const { rows } = await sql<{ account: string }>`
    select account from presence
    where kind = ${kind} and entry_id = ${entryId} and account <> ${account} and not ${expired}
    order by seen_at desc, account limit ${LIMIT}`.execute(db)
  return rows.map((row) => row.account)
}

export async function removePresence(
  db: Db,
  { kind, entryId }: ContentParams,
  account: string,
): Promise<void> {
  await sql`
    delete from presence where kind = ${kind} and entry_id = ${entryId} and account = ${account}`.execute(db)
}
