import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { EventTables } from './event.ts'
import type { EventLog } from './event-log.ts'
import { project } from './projection.ts'
import { deleteErased, openShadow, type Shadow, switchToShadow, tablesOf } from './shadow.ts'

/** The progress of a shadow: the number of folded log events, by global position. */
export interface ShadowProgress {
  position: number
  /** The last position in the log when this run started. */
  end: number
}

export interface BuildOptions {
  /** Events per transaction, which bounds memory use. */
  batchSize?: number
  /** Approximate number of events in a share: few enough that the last one doesn't delay the others for long. */
  shareSize?: number
  onProgress?: (progress: ShadowProgress) => void
  /**
   * Called with the number of events once there are shares to fold: it can start other threads that run `helpBuild`.
   */
  help?: (events: number) => Promise<void>
}

export const defaultBatchSize = 5_000
const defaultShareSize = 20_000
/** Milliseconds between two checks of the overall progress. */
const progressInterval = 500

/**
 * Builds a shadow until it is less than a batch behind the log, without blocking requests. A killed build resumes at
 * the last checkpoint, and processes that build the same shadow share the work.
 * @param db of the role that owns the tables
 */
export async function buildShadow<Tables extends EventTables>(
  log: EventLog,
  db: Kysely<Tables>,
  shadow: Shadow<Tables>,
  options: BuildOptions = {},
): Promise<void> {
  const { batchSize = defaultBatchSize, onProgress = () => {}, help = async () => {} } = options
  await openShadow(db, shadow, options.shareSize ?? defaultShareSize)
  const { rows } = await sql<{ end: number }>`
    select coalesce(max(global_position), 0)::float8 as end from event`.execute(db)
  const end = rows[0]?.end ?? 0
  await watched(allEnded([foldShares(log, db, shadow, batchSize), help(end)]), async () =>
    onProgress({ position: Math.min(end, (await countFoldedShares(db, shadow)).events), end }),
  )
  for (;;) {
    const { position, applied } = await db
      .transaction()
      .execute((trx) => advanceShadow(log, trx, shadow, batchSize))
    onProgress({ position, end })
    if (applied < batchSize) break
  }
  await db.transaction().execute((trx) => deleteErased(trx, shadow))
  // Otherwise its first queries would be planned for an empty table.
  for (const table of tablesOf(shadow)) await sql`analyze ${sql.table(`${shadow.name}.${table}`)}`.execute(db)
}

/** Folds shares of a shadow that another process or thread builds, until none are left. */
export async function helpBuild<Tables extends EventTables>(
  log: EventLog,
  db: Kysely<Tables>,
  shadow: Shadow<Tables>,
): Promise<void> {
  await foldShares(log, db, shadow, defaultBatchSize)
}

/** Folds one more batch, in log order. */
export async function advanceShadow<Tables extends EventTables>(
  log: EventLog,
  trx: Transaction<Tables>,
  shadow: Shadow<Tables>,
  batchSize: number,
): Promise<{ position: number; applied: number }> {
  await switchToShadow(trx, shadow)
  const { rows } = await sql<{ position: number }>`
    select position::float8 from shadow_place for update`.execute(trx)
  const [place] = rows
  if (place === undefined) throw new Error(`the shadow ${shadow.name} has no position in the log`)
  const events = await log.reader(trx).readAll(place.position, batchSize)
  const position = events.at(-1)?.globalPosition ?? place.position
  if (events.length === 0) return { position, applied: 0 }
  await project(trx, shadow.projections, events)
  await sql`update shadow_place set position = ${position}`.execute(trx)
  return { position, applied: events.length }
}

/** Repeats an action until the work is done; rejects if either fails. */
async function watched(work: Promise<unknown>, look: () => Promise<void>): Promise<void> {
  let isDone = false
  const ended = work.finally(() => {
    isDone = true
  })
  const looking = async () => {
    while (!isDone) {
      await look()
      await Promise.race([ended.catch(() => {}), pause(progressInterval, undefined, { ref: false })])
    }
  }
  await allEnded([ended, looking()])
}

/**
 * Waits for all, also if one has failed: a transaction of a failed build that is still open could deadlock with the
 * build that replaces it.
 * @throws the error of the first that has failed, in the order given
 */
async function allEnded(work: readonly Promise<unknown>[]): Promise<void> {
  const failure = (await Promise.allSettled(work)).find(({ status }) => status === 'rejected')
  if (failure?.status === 'rejected') throw failure.reason
}

/** While the server processes one batch, the next is prepared. */
const lanes = 2
/** Milliseconds between two checks whether the other workers have finished the last shares. */
const retryPause = 50

/**
 * Folds shares of a shadow, stream by stream, until none are left. A projection therefore sees all events of a
 * learner together and writes each row once or twice instead of once per event. Any number of processes and threads
 * can work together: each takes an unclaimed share. A batch and its position are committed in one transaction, so
 * killing one worker costs the others nothing.
 */
async function foldShares<Tables extends EventTables>(
  log: EventLog,
  db: Kysely<Tables>,
  shadow: Shadow<Tables>,
  batchSize: number,
): Promise<void> {
  let failed = false
  const lane = async () => {
    while (!failed) {
      const outcome = await db.transaction().execute((trx) => foldBatch(log, trx, shadow, batchSize))
      if (outcome === 'nothing left') return
      if (outcome === 'taken by others') await pause(retryPause)
    }
  }
  await allEnded(
    Array.from({ length: lanes }, () =>
      lane().catch((error) => {
        failed = true
        throw error
      }),
    ),
  )
}

/** How many events of its shares were folded, and whether all of them were. */
export async function countFoldedShares<Tables extends EventTables>(
  db: Kysely<Tables>,
  { name }: Shadow<Tables>,
): Promise<{ events: number; isAll: boolean }> {
  const { rows } = await sql<{ events: number; isAll: boolean }>`
    select coalesce(sum(events), 0)::float8 as events, coalesce(bool_and(is_done), true) as "isAll"
    from ${sql.table(`${name}.shadow_share`)}`.execute(db)
  return rows[0] ?? { events: 0, isAll: true }
}

interface Share {
  from_stream: string
  to_stream: string | null
  stream_id: string
  stream_version: number
}

async function foldBatch<Tables extends EventTables>(
  log: EventLog,
  trx: Transaction<Tables>,
  shadow: Shadow<Tables>,
  batchSize: number,
): Promise<'folded' | 'taken by others' | 'nothing left'> {
  await switchToShadow(trx, shadow)
  // A server crash can only lose a batch together with its position, so the batch is folded again. Forces the index
  // on the log: finding and sorting a share for each of its batches would read it as often as it has batches.
  await sql`select set_config('synchronous_commit', 'off', true), set_config('enable_bitmapscan', 'off', true),
    set_config('enable_seqscan', 'off', true)`.execute(trx)
  const { rows } = await sql<Share>`
    select from_stream, to_stream, greatest(stream_id, from_stream) as stream_id, stream_version from shadow_share
    where not is_done order by from_stream limit 1 for update skip locked`.execute(trx)
  const [share] = rows
  if (share === undefined) {
    return (await countFoldedShares(trx, shadow)).isAll ? 'nothing left' : 'taken by others'
  }
  const events = await log.reader(trx).readStreams({
    after: { streamId: share.stream_id, version: share.stream_version },
    before: share.to_stream,
    upTo: await placeOf(trx),
    limit: batchSize,
  })
  const last = events.at(-1)
  if (last !== undefined) await project(trx, shadow.projections, events)
  await sql`
    update shadow_share set stream_id = ${last?.streamId ?? share.stream_id},
      stream_version = ${last?.streamVersion ?? share.stream_version}, events = events + ${events.length},
      is_done = ${events.length < batchSize}
    where from_stream = ${share.from_stream}`.execute(trx)
  return 'folded'
}

async function placeOf<Tables>(trx: Transaction<Tables>): Promise<number> {
  const { rows } = await sql<{ position: number }>`select position::float8 from shadow_place`.execute(trx)
  return rows[0]?.position ?? 0
}
