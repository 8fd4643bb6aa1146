import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { EventLog } from './event-log.ts'
import type { EventTables } from './event-tables.ts'
import { foldShares, sharesFolded } from './fold-shares.ts'
import { openShadow } from './open-shadow.ts'
import { project } from './projection.ts'
import { enterShadow, forgetErased, type Shadow, tablesOf } from './shadow.ts'

/** How far a shadow has come: events of the log, as many as global positions say. */
export interface ShadowProgress {
  position: number
  /** The last of the log when this run began. */
  end: number
}

export interface BuildOptions {
  /** Events in one transaction: what bounds the memory. */
  batchSize?: number
  /** Events of a stretch that one thread has to itself, about: few enough that nobody waits long for the last one. */
  shareSize?: number
  onProgress?: (progress: ShadowProgress) => void
  /** Called once there are shares to fold, with how many events: it may have other threads run `helpBuild`. */
  help?: (events: number) => Promise<void>
}

export const defaultBatchSize = 5_000
const defaultShareSize = 20_000
/** Milliseconds between two looks at how far all who build have come. */
const progressInterval = 500

/**
 * Builds a shadow until it is less than a batch behind the log. Nobody is held up by it. Whoever is killed goes on
 * where all had come to, and two who build the same one share the work.
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
  await watched(Promise.all([foldShares(log, db, shadow, batchSize), help(end)]), async () =>
    onProgress({ position: Math.min(end, (await sharesFolded(db, shadow)).events), end }),
  )
  for (;;) {
    const { position, applied } = await db
      .transaction()
      .execute((trx) => advanceShadow(log, trx, shadow, batchSize))
    onProgress({ position, end })
    if (applied < batchSize) break
  }
  await db.transaction().execute((trx) => forgetErased(trx, shadow))
  // Else the first queries of it would be planned for an empty table.
  for (const table of tablesOf(shadow)) await sql`analyze ${sql.table(`${shadow.name}.${table}`)}`.execute(db)
}

/** Folds shares of a shadow that another process or thread builds, until none is left. */
export async function helpBuild<Tables extends EventTables>(
  log: EventLog,
  db: Kysely<Tables>,
  shadow: Shadow<Tables>,
): Promise<void> {
  await foldShares(log, db, shadow, defaultBatchSize)
}

/** Takes it one batch further, in the order of the log. */
export async function advanceShadow<Tables extends EventTables>(
  log: EventLog,
  trx: Transaction<Tables>,
  shadow: Shadow<Tables>,
  batchSize: number,
): Promise<{ position: number; applied: number }> {
  await enterShadow(trx, shadow)
  const { rows } = await sql<{ position: number }>`
    select position::float8 from shadow_place for update`.execute(trx)
  const [place] = rows
  if (place === undefined) throw new Error(`the shadow ${shadow.name} has no place in the log`)
  const events = await log.reader(trx).readAll(place.position, batchSize)
  const position = events.at(-1)?.globalPosition ?? place.position
  if (events.length === 0) return { position, applied: 0 }
  await project(trx, shadow.projections, events)
  await sql`update shadow_place set position = ${position}`.execute(trx)
  return { position, applied: events.length }
}

/** Does something now and then until the work is done; what one throws, all do. */
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
  await Promise.all([ended, looking()])
}
