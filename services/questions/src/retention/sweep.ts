import { RESTORABLE_FOR } from '@rehearse/contracts'
import { removeUndonePlaces } from '../catalogue/undone-place-repository.ts'
import type { Db } from '../db/tables.ts'
import { eraseDeletedBefore, lockRetention } from './retention-repository.ts'

/** Questions that go in one transaction. */
const batchSize = 500

/**
 * Erases questions whose deletion can no longer be undone, and what they alone were filed under. Where another replica is at it, it leaves that to it.
 * @returns how many there were
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
    await db.transaction().execute(removeUndonePlaces)
    return swept
  }
}
