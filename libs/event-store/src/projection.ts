import { type Kysely, sql, type Transaction } from 'kysely'
import { awaitAllSettled } from './append.ts'
import { type EventTables, isErased, type RecordedEvent } from './event.ts'
import type { EventLog, RecentEvents } from './event-log.ts'

/**
 * A read model and how events change it. `apply` receives the events of each stream in order, any number at once: however
 * they are batched, the result is the same. It ignores events it doesn't know and never rejects one.
 *
 * It writes only its own tables and reads only these and the log, by unqualified names: in a rebuild they are in another
 * schema.
 */
export interface Projection<Tables> {
  name: string
  /** All tables that it writes. A projection is rebuilt as a whole. */
  tables: readonly (keyof Tables & string)[]
  /**
   * Set if it isn't about people and also counts events of erased learners; other projections don't receive those.
   */
  countsShredded?: true
  /** Set if it must receive events in the order of the log, not stream by stream: a rebuild is slower then. */
  inLogOrder?: true
  apply(trx: Transaction<Tables>, events: readonly RecordedEvent[]): Promise<void>
}

/** Optional settings for following the log. */
export interface FollowOptions {
  batchSize?: number
  /** Events that don't have to be read from the log. */
  recent?: Pick<RecentEvents, 'after'>
}

/** Runs work in a transaction, such as one of a pipeline. */
export type Transact<Tables> = <Result>(
  work: (trx: Transaction<Tables>) => Promise<Result>,
) => Promise<Result>

export const inTransaction =
  <Tables>(db: Kysely<Tables>): Transact<Tables> =>
  (work) =>
    db.transaction().execute(work)

/** The progress of projections: the events of the batch, and the position that all of them have reached. */
export interface Followed {
  applied: number
  position: number
}

/**
 * Runs projections by checkpoint one batch further, all in one transaction with one read of the log. A projection
 * whose checkpoint is ahead, as after a rebuild, receives only events that are new to it. Replicas may call it
 * concurrently: row locks on the checkpoints let one of them work, and the others continue from where it stopped.
 */
export async function catchUp<Tables extends EventTables>(
  log: EventLog,
  transaction: Transact<Tables>,
  projections: readonly Projection<Tables>[],
  { batchSize = 500, recent }: FollowOptions = {},
): Promise<Followed> {
  return transaction(async (trx) => {
    const places = await lockCheckpoints(trx, projections)
    const after = Math.min(...places.values())
    const events = await eventsAfter(log, trx, after, batchSize, recent)
    const last = events.at(-1)
    if (last === undefined) return { applied: 0, position: after }
    const ofPersons = events.filter((event) => !event.shredded)
    await awaitAllSettled(
      projections.map(async (projection) => {
        const place = places.get(projection.name) ?? 0
        const shown = projection.countsShredded ? events : ofPersons
        const meant = place === after ? shown : shown.filter(({ globalPosition }) => globalPosition > place)
        if (meant.length > 0) await projection.apply(trx, meant)
      }),
    )
    const position = last.globalPosition
    await sql`
      update checkpoint set position = ${position}, updated_at = now()
      where name = any(${[...places.keys()]}::text[]) and position < ${position}`.execute(trx)
    return { applied: events.length, position }
  })
}

/** The position of each projection, locked until the transaction ends. */
async function lockCheckpoints<Tables>(
  trx: Transaction<Tables>,
  projections: readonly Projection<Tables>[],
): Promise<Map<string, number>> {
  const names = projections.map(({ name }) => name)
  const lock = async () => {
    const { rows } = await sql<{ name: string; position: number }>`
      select name, position::float8 as position from checkpoint where name = any(${names}::text[])
      order by name for update`.execute(trx)
    return new Map(rows.map(({ name, position }) => [name, position]))
  }
  // An erasure waits for followers of the log, and they wait for it.
  const waiting = sql`lock table checkpoint in row exclusive mode`.execute(trx)
  const [places] = await awaitAllSettled([lock(), waiting])
  if (places.size === names.length) return places
  await sql`
    insert into checkpoint (name, position) select name, 0 from unnest(${names}::text[]) as names (name)
    order by name on conflict do nothing`.execute(trx)
  return lock()
}

async function eventsAfter<Tables extends EventTables>(
  log: EventLog,
  trx: Transaction<Tables>,
  after: number,
  limit: number,
  recent: FollowOptions['recent'],
): Promise<readonly RecordedEvent[]> {
  const remembered = recent?.after(after, limit) ?? []
  // A stream was erased in the meantime, so the cached events are out of date.
  if (remembered.length > 0 && !(await isAnyErased(trx, remembered))) return remembered
  return log.reader(trx).readAll(after, limit)
}

async function isAnyErased<Tables>(
  trx: Transaction<Tables>,
  events: readonly RecordedEvent[],
): Promise<boolean> {
  const streamIds = [...new Set(events.map(({ streamId }) => streamId))]
  const { rows } = await sql`
    select from unnest(${streamIds}::text[]) as streams (id) where ${isErased(sql`id`)} limit 1`.execute(trx)
  return rows.length > 0
}

/** Passes each projection the events it handles. */
export async function project<Tables>(
  trx: Transaction<Tables>,
  projections: readonly Projection<Tables>[],
  events: readonly RecordedEvent[],
): Promise<void> {
  const ofPersons = events.filter((event) => !event.shredded)
  for (const projection of projections) {
    const meant = projection.countsShredded ? events : ofPersons
    if (meant.length > 0) await projection.apply(trx, meant)
  }
}

/** The position of a log reader: the global position of the last event it handled; 0 at first. */
export async function readCheckpoint<Tables extends EventTables>(
  database: Kysely<Tables>,
  name: string,
): Promise<number> {
  const db = database as unknown as Kysely<EventTables>
  const row = await db.selectFrom('checkpoint').select('position').where('name', '=', name).executeTakeFirst()
  return row?.position ?? 0
}

/**
 * Stores a reader's checkpoint, in the same transaction as any results. A reader that was paused and overtaken
 * doesn't move it back.
 */
export async function writeCheckpoint<Tables extends EventTables>(
  database: Kysely<Tables>,
  name: string,
  position: number,
): Promise<void> {
  const db = database as unknown as Kysely<EventTables>
  await db
    .insertInto('checkpoint')
    .values({ name, position })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ position, updated_at: new Date() })
        .where('checkpoint.position', '<', position),
    )
    .execute()
}
