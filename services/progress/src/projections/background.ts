import { catchUp, type EventLog, type Projection } from '@rehearse/event-store'
import type { Kysely } from 'kysely'
import { planFunnelProjection } from '../admin/plan-funnel/projection.ts'
import type { ProgressTables } from '../db/tables.ts'
import { reviewsProjection } from '../reviews/projection.ts'
import { statisticsProjection } from '../statistics/projection.ts'

/**
 * Read models that follow the log by a checkpoint each, some moments behind it: nothing is decided by them, so no answer
 * waits for them. Who reads one brings it up to date first.
 */
export const backgroundProjections: readonly Projection<ProgressTables>[] = [
  reviewsProjection,
  statisticsProjection,
  planFunnelProjection,
]

const batchSize = 500
/** A reader who finds more than this many batches to be folded is not kept waiting for the rest. */
const batchesMax = 20

/** Folds what the log has and the read model hasn't: whoever reads after it has seen all that they have written. */
export async function bringUpToDate(log: EventLog, db: Kysely<ProgressTables>, name: string): Promise<void> {
  const projection = backgroundProjections.find((one) => one.name === name)
  if (projection === undefined) throw new RangeError(`no projection ${name} runs in the background`)
  for (let batch = 0; batch < batchesMax; batch += 1) {
    if ((await catchUp(log, db, projection, { batchSize })) < batchSize) return
  }
}

/** One batch for each. @returns whether any of them has more to do */
export async function advanceAll(log: EventLog, db: Kysely<ProgressTables>): Promise<boolean> {
  let isBehind = false
  for (const projection of backgroundProjections) {
    isBehind = (await catchUp(log, db, projection, { batchSize })) === batchSize || isBehind
  }
  return isBehind
}
