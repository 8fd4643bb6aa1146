import { catchUp, type EventLog, type Projection } from '@rehearse/event-store'
import { sql } from 'kysely'
import type { Db, ProgressTables } from '../tables.ts'
import { backgroundProjections } from './background-projections.ts'

const batchSize = 500
/** A reader who finds more than this many batches to be folded is not kept waiting for the rest. */
const batchesMax = 20

/**
 * Folds what the log has and the read model hasn't: whoever reads after it sees all that they have done.
 * @param batches after so many the rest is left, unless it must be whole
 */
export async function bringUpToDate(
  log: EventLog,
  db: Db,
  name: string,
  { batches = batchesMax }: { batches?: number } = {},
): Promise<void> {
  const projection = backgroundProjections.find((one) => one.name === name)
  if (projection === undefined) throw new RangeError(`no projection ${name} runs in the background`)
  if (!(await isBehind(db, [projection]))) return
  for (let batch = 0; batch < batches; batch += 1) {
    if ((await catchUp(log, db, projection, { batchSize })) < batchSize) return
  }
}

/** Takes every read model of the background further, when one is behind. */
export async function advanceAll(
  db: Db,
  advance: (projection: Projection<ProgressTables>) => Promise<void>,
): Promise<void> {
  if (!(await isBehind(db, backgroundProjections))) return
  for (const projection of backgroundProjections) await advance(projection)
}

/** Whether one of them has not seen the end of the log: one look, since most of the time none is. */
async function isBehind(db: Db, projections: readonly Projection<ProgressTables>[]): Promise<boolean> {
  const { rows } = await notAllSeen(projections.map(({ name }) => name)).execute(db)
  return rows[0]?.isBehind ?? false
}

/** By the end of the log, which its index knows: whether there is *any* event behind a place, a whole scan would tell. */
export const notAllSeen = (names: readonly string[]) => sql<{ isBehind: boolean }>`
  select coalesce((select max(global_position) from event), 0) > (
    select case when count(*) < ${names.length} then 0 else min(position) end
    from checkpoint where name = any(${names}::text[])) as "isBehind"`
