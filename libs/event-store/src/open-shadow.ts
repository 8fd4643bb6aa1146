import { type Kysely, sql, type Transaction } from 'kysely'
import type { EventTables } from './event-tables.ts'
import { dropShadow, enterShadow, type Shadow, tablesOf } from './shadow.ts'
import { createLike } from './shadow-tables.ts'

const sharesMax = 256

/**
 * Makes a shadow, unless one of this revision stands there already. What the log holds by now is divided into shares,
 * each a range of streams; what comes after it will be folded in the order of the log.
 * @param shareSize events of one share, about
 */
export async function openShadow<Tables extends EventTables>(
  db: Kysely<Tables>,
  shadow: Shadow<Tables>,
  shareSize: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`shadow ${shadow.name}`}))`.execute(trx)
    if ((await revisionOf(trx, shadow.name)) === shadow.revision) return
    await dropShadow(trx, shadow.name)
    await sql`create schema ${sql.id(shadow.name)}`.execute(trx)
    for (const table of tablesOf(shadow)) await createLike(trx, table, shadow.name)
    await enterShadow(trx, shadow)
    await sql`create table shadow_place (position bigint not null, revision text not null,
      began_at timestamptz not null default clock_timestamp())`.execute(trx)
    await sql`create table shadow_erased (stream_hash bytea primary key)`.execute(trx)
    await sql`
      insert into shadow_place (position, revision)
      select coalesce(max(global_position), 0), ${shadow.revision} from event`.execute(trx)
    await makeShares(trx, shareSize)
  })
}

/** Each from one stream to another, which is the next one's first; and how far it has come. */
async function makeShares<Tables>(trx: Transaction<Tables>, shareSize: number): Promise<void> {
  await sql`create table shadow_share (
    from_stream text primary key, to_stream text,
    stream_id text not null default '', stream_version integer not null default 0,
    events integer not null default 0, is_done boolean not null default false)`.execute(trx)
  // Each stream that was ever written to by somebody who is still there has a key: it is the shorter list.
  await sql`
    insert into shadow_share (from_stream, to_stream)
    select from_stream, lead(from_stream) over (order by from_stream)
    from (
      select '' as from_stream
      union
      select min(stream_id) from (
        select stream_id, ntile(least(${sharesMax}, greatest(1,
          (select position / ${shareSize} from shadow_place)))::int) over (order by stream_id) as part
        from stream_key) as streams
      group by part
    ) as parts
    order by from_stream`.execute(trx)
}

/** Undefined where there is no such shadow. */
async function revisionOf<Tables>(trx: Transaction<Tables>, name: string): Promise<string | undefined> {
  // As a query, since what a connection knows of names by heart may be from before the lock.
  const { rows } = await sql`
    select from pg_tables where schemaname = ${name} and tablename = 'shadow_place'`.execute(trx)
  if (rows.length === 0) return undefined
  const found = await sql<{ revision: string }>`
    select revision from ${sql.table(`${name}.shadow_place`)}`.execute(trx)
  return found.rows[0]?.revision
}
