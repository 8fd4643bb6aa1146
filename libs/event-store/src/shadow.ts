import { type Kysely, sql, type Transaction } from 'kysely'
import type { RecordedEvent } from './event.ts'
import type { EventLog } from './event-log.ts'
import type { EventTables } from './event-tables.ts'
import { type Projection, project } from './projection.ts'
import { createLike, liveSchema } from './shadow-tables.ts'

/** Read models that are built from the log beside the live ones, in a schema of their own. */
export interface Shadow<Tables extends EventTables> {
  /** Of its schema. */
  name: string
  projections: readonly Projection<Tables>[]
  /** Names the code it is built by: what other code has begun is not gone on with. */
  revision: string
  /** Removes the rows of erased streams, told by the SHA-256 of their names, from tables of the shadow. */
  forget(trx: Transaction<Tables>, tables: readonly string[], streamHashes: readonly Buffer[]): Promise<void>
}

/** How far a shadow has come, in global positions. */
export interface ShadowProgress {
  position: number
  /** The last of the log when this run began. */
  end: number
}

export interface BuildOptions {
  /** Events in one transaction: what bounds the memory. */
  batchSize?: number
  onProgress?: (progress: ShadowProgress) => void
}

export const defaultBatchSize = 5_000

/**
 * Builds a shadow until it is less than a batch behind the log. Nobody is held up by it. Each batch is a transaction
 * with its checkpoint: whoever is killed goes on from there, and two who build the same one share the work.
 * @param db of the role that owns the tables
 */
export async function buildShadow<Tables extends EventTables>(
  log: EventLog,
  db: Kysely<Tables>,
  shadow: Shadow<Tables>,
  { batchSize = defaultBatchSize, onProgress = () => {} }: BuildOptions = {},
): Promise<void> {
  await openShadow(db, shadow)
  const { rows } = await sql<{ end: number }>`
    select coalesce(max(global_position), 0)::float8 as end from event`.execute(db)
  const end = rows[0]?.end ?? 0
  let ahead: Promise<Batch> | undefined
  for (;;) {
    const batch = await ahead
    const last = batch?.events.at(-1)
    // While one batch is folded, the next is read: the one keeps the server busy, the other us.
    ahead = last && readBatch(log, db, shadow, last.globalPosition, batchSize)
    ahead?.catch(() => {})
    const { position, applied } = await db
      .transaction()
      .execute((trx) => advanceShadow(log, trx, shadow, batchSize, batch))
    onProgress({ position, end })
    if (applied < batchSize) break
  }
  await db.transaction().execute((trx) => forgetErased(trx, shadow))
  // Else the first queries of it would be planned for an empty table.
  for (const table of tablesOf(shadow)) await sql`analyze ${sql.table(`${shadow.name}.${table}`)}`.execute(db)
}

/** What was read for a shadow, and how it was with it then. */
interface Batch {
  after: number
  /** How many erasures had been looked at. */
  forgotten: number
  events: readonly RecordedEvent[]
}

/**
 * Takes it one batch further. From here on, plain names in this transaction mean tables of the shadow.
 * @param ahead what was read already; passed by when the shadow has moved since, or looked at an erasure
 */
export async function advanceShadow<Tables extends EventTables>(
  log: EventLog,
  trx: Transaction<Tables>,
  shadow: Shadow<Tables>,
  batchSize: number,
  ahead?: Batch,
): Promise<{ position: number; applied: number }> {
  await enter(trx, shadow)
  const { after, forgotten } = await readPlace(trx, shadow)
  const isGood = ahead?.after === after && ahead.forgotten === forgotten
  const events = isGood ? ahead.events : await log.reader(trx).readAll(after, batchSize)
  const position = events.at(-1)?.globalPosition ?? after
  await project(trx, shadow.projections, events)
  await sql`update shadow_place set position = ${position}`.execute(trx)
  return { position, applied: events.length }
}

async function readBatch<Tables extends EventTables>(
  log: EventLog,
  db: Kysely<Tables>,
  shadow: Shadow<Tables>,
  after: number,
  limit: number,
): Promise<Batch> {
  const { rows } = await sql<{ forgotten: number }>`
    select count(*)::int as forgotten from ${sql.table(`${shadow.name}.shadow_erased`)}`.execute(db)
  return { after, forgotten: rows[0]?.forgotten ?? 0, events: await log.reader(db).readAll(after, limit) }
}

/** Where it stands in the log, kept from others who build it until the transaction ends. */
async function readPlace<Tables extends EventTables>(
  trx: Transaction<Tables>,
  { name }: Shadow<Tables>,
): Promise<Omit<Batch, 'events'>> {
  const { rows } = await sql<Omit<Batch, 'events'>>`
    select position::float8 as after, (select count(*)::int from shadow_erased) as forgotten
    from shadow_place for update`.execute(trx)
  const [place] = rows
  if (place === undefined) throw new Error(`the shadow ${name} has no place in the log`)
  return place
}

/**
 * Removes what was taken from streams that were erased since. It looks at each erasure once, and at those of the hour
 * before the shadow began too: their transactions may have been under way then.
 */
export async function forgetErased<Tables extends EventTables>(
  trx: Transaction<Tables>,
  shadow: Shadow<Tables>,
): Promise<void> {
  await enter(trx, shadow)
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

export function tablesOf<Tables extends EventTables>(
  { projections }: Shadow<Tables>,
  which: 'all' | 'of persons' = 'all',
): string[] {
  return projections
    .filter(({ countsShredded }) => which === 'all' || !countsShredded)
    .flatMap(({ tables }) => tables)
    .sort()
}

async function openShadow<Tables extends EventTables>(
  db: Kysely<Tables>,
  shadow: Shadow<Tables>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`shadow ${shadow.name}`}))`.execute(trx)
    if ((await revisionOf(trx, shadow.name)) === shadow.revision) return
    await dropShadow(trx, shadow.name)
    await sql`create schema ${sql.id(shadow.name)}`.execute(trx)
    for (const table of tablesOf(shadow)) await createLike(trx, table, shadow.name)
    await enter(trx, shadow)
    await sql`create table shadow_place (position bigint not null, revision text not null,
      began_at timestamptz not null default clock_timestamp())`.execute(trx)
    await sql`create table shadow_erased (stream_hash bytea primary key)`.execute(trx)
    await sql`insert into shadow_place (position, revision) values (0, ${shadow.revision})`.execute(trx)
  })
}

/** Undefined where there is no such shadow. */
async function revisionOf<Tables>(trx: Transaction<Tables>, name: string): Promise<string | undefined> {
  const place = `${name}.shadow_place`
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass(${place}) is not null as exists`.execute(trx)
  if (!rows[0]?.exists) return undefined
  const found = await sql<{ revision: string }>`select revision from ${sql.table(place)}`.execute(trx)
  return found.rows[0]?.revision
}

async function enter<Tables extends EventTables>(
  trx: Transaction<Tables>,
  { name }: Shadow<Tables>,
): Promise<void> {
  await sql`select set_config('search_path', ${`"${name}", ${liveSchema}`}, true)`.execute(trx)
}
