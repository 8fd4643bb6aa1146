import { type EventLog, readCheckpoint, writeCheckpoint } from '@rehearse/event-store'
import type { Backend } from '@rehearse/service-kit'
import { sql } from 'kysely'
import type { Db, ProgressTables } from '../tables.ts'
import { difficultyProjection } from './difficulty.ts'

/** Milliseconds between two polls of the log. */
const interval = 2_000
/** The pause after a batch, as a multiple of its duration: it uses at most a tenth of a core, so that saves don't wait. */
const rest = 9
const batchSize = 500

/** Keeps difficulties up to date, apart from the other read models: a fit may take seconds. */
export function followDifficulty(
  { database: { db }, runPeriodically }: Backend<ProgressTables>,
  log: EventLog,
): void {
  runPeriodically('difficulty', interval, async () => {
    const begun = performance.now()
    const applied = await foldDifficulty(db, log)
    const pause = rest * (performance.now() - begun)
    return applied === batchSize ? pause : Math.max(pause, interval)
  })
}

/**
 * Folds one more batch, in log order; one replica does this at a time. Reads no personal data, so an erasure doesn't have
 * to wait for it.
 * @returns the number of events
 */
export async function foldDifficulty(db: Db, log: EventLog): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { name } = difficultyProjection
    // Also waited for by a rebuild that replaces the tables.
    const { rows } = await sql`select from checkpoint where name = ${name} for update skip locked`.execute(
      trx,
    )
    if (rows.length === 0) return 0
    const after = await readCheckpoint<ProgressTables>(trx, name)
    const events = await log.reader<ProgressTables>(trx).readAllClear(after, batchSize)
    const last = events.at(-1)
    if (last === undefined) return 0
    await difficultyProjection.apply(trx, events)
    await writeCheckpoint<ProgressTables>(trx, name, last.globalPosition)
    return events.length
  })
}
