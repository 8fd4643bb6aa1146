import { type Kysely, sql, type Transaction } from 'kysely'
import type { EventTables, RecordedEvent } from './event.ts'
import type { EventLog } from './event-log.ts'

/**
 * A read model and how events become it. `apply` takes events in the order of the log, any number at once: however
 * they are cut into batches, the outcome is the same. It passes events it doesn't know by and never refuses one.
 *
 * It writes and reads its own tables and nothing else, by their plain names: built anew, they lie in another schema.
 */
export interface Projection<Tables> {
  name: string
  /** All that it writes. A projection is rebuilt as a whole. */
  tables: readonly (keyof Tables & string)[]
  /** It is about things, not persons, and counts erased persons' events too; else those are kept from it. */
  countsShredded?: true
  /** It follows the log by its checkpoint. Without this it is applied in the append's transaction and has no checkpoint. */
  inBackground?: true
  apply(trx: Transaction<Tables>, events: readonly RecordedEvent[]): Promise<void>
}

/**
 * Takes a projection that runs by checkpoint one batch further. Replicas may call it at once: the checkpoint's row
 * lock lets one of them work and the others go on from where it stopped.
 * @returns how many events were applied; 0 when it has caught up
 */
export async function catchUp<Tables extends EventTables>(
  log: EventLog,
  db: Kysely<Tables>,
  projection: Projection<Tables>,
  { batchSize = 500 }: { batchSize?: number } = {},
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await sql`insert into checkpoint (name, position) values (${projection.name}, 0) on conflict do nothing`.execute(
      trx,
    )
    await sql`select from checkpoint where name = ${projection.name} for update`.execute(trx)
    const after = await readCheckpoint(trx, projection.name)
    const events = await log.reader(trx).readAll(after, batchSize)
    const last = events.at(-1)
    if (last === undefined) return 0
    await project(trx, [projection], events)
    await writeCheckpoint(trx, projection.name, last.globalPosition)
    return events.length
  })
}

/** Shows each projection the events that are meant for it. */
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

/** Where a reader of the log stopped: the global position of the last event it has dealt with; 0 at first. */
export async function readCheckpoint<Tables extends EventTables>(
  database: Kysely<Tables>,
  name: string,
): Promise<number> {
  const db = database as unknown as Kysely<EventTables>
  const row = await db.selectFrom('checkpoint').select('position').where('name', '=', name).executeTakeFirst()
  return row?.position ?? 0
}

/**
 * Stores how far a reader has come; in the same transaction as what it made of the events, if it made anything. One that
 * was taken over while it stood still, as a paused process is, takes nothing back.
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
