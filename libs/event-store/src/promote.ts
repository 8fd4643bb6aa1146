import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import { lockLog } from './append.ts'
import {
  advanceShadow,
  type BuildOptions,
  buildShadow,
  countFoldedShares,
  defaultBatchSize,
} from './build-shadow.ts'
import type { EventTables } from './event.ts'
import type { EventLog } from './event-log.ts'
import { deleteErased, dropShadow, liveSchema, putInPlace, type Shadow, tablesOf } from './shadow.ts'

/** Rebuilds read models next to the live ones, then swaps them in: see `buildShadow` and `promote`. */
export async function rebuild<Tables extends EventTables>(
  log: EventLog,
  db: Kysely<Tables>,
  shadow: Shadow<Tables>,
  options: BuildOptions = {},
): Promise<void> {
  await buildShadow(log, db, shadow, options)
  await promote(log, db, shadow, options)
}

/** How often to try to lock the tables, and how long (ms) to wait for the locks and between attempts. */
const lockRetries = { tries: 60, lockMs: 300, pauseMs: 700 }

/**
 * Replaces the live read models with a shadow. Appends wait while its last events are folded and its tables are
 * renamed; readers wait only for the renaming. If a long read blocks the tables, the log is unlocked, and the swap is
 * retried later.
 *
 * A command that was decided with the old read models and isn't recorded yet has to read again: the generation has
 * changed.
 * @throws if a long transaction blocks the tables during all attempts; the live read models are then unchanged
 */
export async function promote<Tables extends EventTables>(
  log: EventLog,
  db: Kysely<Tables>,
  shadow: Shadow<Tables>,
  { batchSize = defaultBatchSize }: BuildOptions = {},
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute((trx) => swap(log, trx, shadow, batchSize))
    } catch (error) {
      if (!isWorthAnother(error) || attempt === lockRetries.tries) throw error
      await pause(lockRetries.pauseMs)
    }
  }
}

async function swap<Tables extends EventTables>(
  log: EventLog,
  trx: Transaction<Tables>,
  shadow: Shadow<Tables>,
  batchSize: number,
): Promise<void> {
  // If this process dies, the lock is released soon.
  await sql`set local idle_in_transaction_session_timeout = '10s'`.execute(trx)
  await lockLog(trx)
  const { position } = await finishShadow(log, trx, shadow, batchSize)
  await sql`update read_model set generation = generation + 1`.execute(trx)
  for (const { name } of shadow.projections) {
    await sql`
      insert into checkpoint (name, position) values (${name}, ${position})
      on conflict (name) do update set position = excluded.position, updated_at = now()`.execute(trx)
  }
  const tables = tablesOf(shadow)
  await sql`select set_config('lock_timeout', ${`${lockRetries.lockMs}ms`}, true)`.execute(trx)
  await sql`lock table ${sql.join(tables.map((table) => sql.table(`${liveSchema}.${table}`)))} in access exclusive mode`.execute(
    trx,
  )
  for (const table of tables) await putInPlace(trx, table, shadow.name)
  await dropShadow(trx, shadow.name)
}

/**
 * Folds the rest of the log into a complete shadow. Call it with the log locked; otherwise new events keep arriving.
 * @throws if the shadow isn't complete
 */
export async function finishShadow<Tables extends EventTables>(
  log: EventLog,
  trx: Transaction<Tables>,
  shadow: Shadow<Tables>,
  batchSize: number,
): Promise<{ position: number }> {
  if (!(await countFoldedShares(trx, shadow)).isAll)
    throw new Error(`the shadow ${shadow.name} is not built yet`)
  for (;;) {
    const { position, applied } = await advanceShadow(log, trx, shadow, batchSize)
    if (applied > 0) continue
    await deleteErased(trx, shadow)
    return { position }
  }
}

/** The tables couldn't be locked in time, or the server ended our transaction because it took too long. */
const isWorthAnother = (error: unknown) =>
  ['55P03', '25P03'].includes(String((error as { code?: unknown } | null)?.code))
