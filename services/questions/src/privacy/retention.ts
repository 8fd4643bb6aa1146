import { RESTORABLE_FOR } from '@rehearse/contracts'
import type { Backend } from '@rehearse/service-kit'
import type { Db, Tables } from '../tables.ts'
import { removeUndoneNodes } from '../taxonomy/edit-nodes.ts'
import { eraseDeletedBefore, lockRetention } from './retention-repository.ts'

/** Milliseconds between sweeps. */
const day = 24 * 60 * 60 * 1000

/** Sweeps once the schema is ready, and daily from then on. */
export function startRetentionJob({ app, database: { db }, runPeriodically }: Backend<Tables>): void {
  runPeriodically('retention', day, async () => {
    const questions = await sweep(db, new Date())
    if (questions > 0) app.log.info({ questions }, 'erased what has had its time')
  })
}

/** Questions per transaction. */
const batchSize = 500

/**
 * Erases questions whose deletion can no longer be undone, and taxonomy nodes that only they used. Does nothing while
 * another replica is sweeping.
 * @returns the number of erased questions
 */
export async function sweep(db: Db, now: Date): Promise<number> {
  const restorable = new Date(now.getTime() - RESTORABLE_FOR)
  for (let swept = 0; ; ) {
    const batch = await db
      .transaction()
      .execute(async (trx) =>
        (await lockRetention(trx)) ? eraseDeletedBefore(trx, restorable, batchSize) : 0,
      )
    swept += batch
    if (batch === batchSize) continue
    await db.transaction().execute(removeUndoneNodes)
    return swept
  }
}
