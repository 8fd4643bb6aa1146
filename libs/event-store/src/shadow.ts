import { type Kysely, sql, type Transaction } from 'kysely'
import type { EventTables } from './event.ts'
import type { Projection } from './projection.ts'

/** Read models that are built from the log next to the live ones, in a separate schema. */
export interface Shadow<Tables extends EventTables> {
  /** The name of its schema. */
  name: string
  projections: readonly Projection<Tables>[]
  /** Identifies the code that builds it: other code doesn't continue an unfinished build. */
  revision: string
  /** Removes the rows of erased streams, identified by the SHA-256 of their names, from tables of the shadow. */
  forget(trx: Transaction<Tables>, tables: readonly string[], streamHashes: readonly Buffer[]): Promise<void>
}

/** From here on, plain names in this transaction refer to tables of the shadow. */
export async function switchToShadow<Tables extends EventTables>(
  trx: Transaction<Tables>,
  { name }: Shadow<Tables>,
): Promise<void> {
  await sql`select set_config('search_path', ${`"${name}", ${liveSchema}`}, true)`.execute(trx)
}

export function tablesOf<Tables extends EventTables>(
  { projections }: Shadow<Tables>,
  which: 'all' | 'of persons' = 'all',
): string[] {
  return projections
    .filter(({ countsShredded }) => which === 'all' || !countsShredded)
    .flatMap(({ tables }) => tables)
    .sort()
}

/**
 * Removes data of streams that were erased since. Checks each erasure once, plus those of the hour before the shadow
 * was created, whose transactions may have been in progress then.
 */
export async function deleteErased<Tables extends EventTables>(
  trx: Transaction<Tables>,
  shadow: Shadow<Tables>,
): Promise<void> {
  await switchToShadow(trx, shadow)
  const { rows } = await sql<{ stream_hash: Buffer }>`
    insert into shadow_erased select stream_hash from erased_stream
    where erased_at > (select began_at - interval '1 hour' from shadow_place)
    on conflict do nothing returning stream_hash`.execute(trx)
  const hashes = rows.map((row) => row.stream_hash)
  if (hashes.length > 0) await shadow.forget(trx, tablesOf(shadow, 'of persons'), hashes)
}

export async function dropShadow<Tables>(db: Kysely<Tables>, name: string): Promise<void> {
  await sql`drop schema if exists ${sql.id(name)} cascade`.execute(db)
}

/** The schema of the live read models. */
export const liveSchema = 'public'

/**
 * Creates an empty copy of a live table in another schema: columns, defaults, checks, keys, indexes under their own
 * names (a later migration may use them), storage settings, owner and privileges.
 */
async function createLike<Tables>(trx: Transaction<Tables>, table: string, schema: string): Promise<void> {
  const [live, shadow] = [sql.table(`${liveSchema}.${table}`), sql.table(`${schema}.${table}`)]
  await sql`create table ${shadow} (like ${live} including all excluding indexes)`.execute(trx)
  const { rows } = await sql<{ statement: string }>`
    with live as (select * from pg_class where oid = ${`${liveSchema}.${table}`}::regclass)
    select format('alter table %I.%I add constraint %I %s', ${schema}::text, ${table}::text, conname,
      pg_get_constraintdef(pg_constraint.oid)) as statement
    from pg_constraint join live on conrelid = live.oid where contype in ('p', 'u', 'x')
    union all
    select regexp_replace(pg_get_indexdef(indexrelid), ' ON \\S+ USING ', format(' ON %I.%I USING ', ${schema}::text, ${table}::text))
    from pg_index join live on indrelid = live.oid
    where not exists (select from pg_constraint where conindid = indexrelid)
    union all
    select format('alter table %I.%I set (%s)', ${schema}::text, ${table}::text, array_to_string(reloptions, ', '))
    from live where reloptions is not null
    union all
    select format('grant %s on %I.%I to %I', privilege_type, ${schema}::text, ${table}::text, rolname)
    from live, aclexplode(relacl) right_given join pg_roles on pg_roles.oid = right_given.grantee
    where grantee <> relowner
    union all
    select format('alter table %I.%I owner to %I', ${schema}::text, ${table}::text, pg_get_userbyid(relowner)) from live
    `.execute(trx)
  for (const { statement } of rows) await sql.raw(statement).execute(trx)
}

/** Replaces the live table, which is dropped. */
export async function putInPlace<Tables>(
  trx: Transaction<Tables>,
  table: string,
  schema: string,
): Promise<void> {
  await sql`drop table ${sql.table(`${liveSchema}.${table}`)}`.execute(trx)
  await sql`alter table ${sql.table(`${schema}.${table}`)} set schema ${sql.id(liveSchema)}`.execute(trx)
}

const sharesMax = 256

/**
 * Creates a shadow, unless one of this revision exists already. The current log is divided into shares, each a range
 * of streams; later events are folded in log order. If a projection needs the order of the log, there are no shares.
 * @param shareSize approximate number of events per share
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
    await switchToShadow(trx, shadow)
    await sql`create table shadow_place (position bigint not null, revision text not null,
      began_at timestamptz not null default clock_timestamp())`.execute(trx)
    await sql`create table shadow_erased (stream_hash bytea primary key)`.execute(trx)
    const isInLogOrder = shadow.projections.some(({ inLogOrder }) => inLogOrder)
    await sql`
      insert into shadow_place (position, revision)
      select case when ${isInLogOrder} then 0 else coalesce(max(global_position), 0) end, ${shadow.revision}
      from event`.execute(trx)
    await makeShares(trx, shareSize)
    if (isInLogOrder) await sql`delete from shadow_share`.execute(trx)
  })
}

/** Creates the shares, each from one stream up to the first one of the next share, with its progress. */
async function makeShares<Tables>(trx: Transaction<Tables>, shareSize: number): Promise<void> {
  await sql`create table shadow_share (
    from_stream text primary key, to_stream text,
    stream_id text not null default '', stream_version integer not null default 0,
    events integer not null default 0, is_done boolean not null default false)`.execute(trx)
  // Each stream that has events and isn't erased has a key, so the keys are the shorter list.
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

/** Undefined if the shadow doesn't exist. */
async function revisionOf<Tables>(trx: Transaction<Tables>, name: string): Promise<string | undefined> {
  // Always queried: names cached by a connection may be older than the lock.
  const { rows } = await sql`
    select from pg_tables where schemaname = ${name} and tablename = 'shadow_place'`.execute(trx)
  if (rows.length === 0) return undefined
  const found = await sql<{ revision: string }>`
    select revision from ${sql.table(`${name}.shadow_place`)}`.execute(trx)
  return found.rows[0]?.revision
}
