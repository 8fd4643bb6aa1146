import { type Kysely, sql, type Transaction } from 'kysely'
import { lockLog } from './append.ts'
import { readCheckpoint, writeCheckpoint } from './checkpoint.ts'
import type { RecordedEvent } from './event.ts'
import type { EventLog } from './event-log.ts'
import type { EventTables } from './event-tables.ts'

/**
 * A read model and how events become it. `apply` takes events in the order of the log, any number at once: however
 * they are cut into batches, the outcome is the same. It passes events it doesn't know by and never refuses one.
 */
export interface Projection<Tables> {
  name: string
  /** It is about things, not persons, and counts erased persons' events too; else those are kept from it. */
  countsShredded?: true
  apply(trx: Transaction<Tables>, events: readonly RecordedEvent[]): Promise<void>
  /** Empties the read model. */
  reset(trx: Transaction<Tables>): Promise<void>
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
    await apply(projection, trx, events)
    await writeCheckpoint(trx, projection.name, last.globalPosition)
    return events.length
  })
}

/**
 * Builds read models anew from the whole log, in one transaction. Appends wait meanwhile, readers see the old state
 * until it commits. Memory is bounded by the batch.
 * @param onProgress called after each batch with the number of events applied so far
 * @returns how many events were applied
 */
export async function rebuild<Tables extends EventTables>(
  log: EventLog,
  db: Kysely<Tables>,
  projections: readonly Projection<Tables>[],
  {
    batchSize = 1_000,
    onProgress = () => {},
  }: { batchSize?: number; onProgress?: (applied: number) => void } = {},
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await lockLog(trx)
    for (const projection of projections) await projection.reset(trx)
    const reader = log.reader(trx)
    let applied = 0
    let position = 0
    for (;;) {
      const events = await reader.readAll(position, batchSize)
      const last = events.at(-1)
      if (last === undefined) return applied
      for (const projection of projections) await apply(projection, trx, events)
      position = last.globalPosition
      applied += events.length
      onProgress(applied)
    }
  })
}

async function apply<Tables>(
  projection: Projection<Tables>,
  trx: Transaction<Tables>,
  events: readonly RecordedEvent[],
): Promise<void> {
  const meant = projection.countsShredded ? events : events.filter((event) => !event.shredded)
  if (meant.length > 0) await projection.apply(trx, meant)
}
