import { RESTORABLE_FOR } from '@rehearse/contracts'
import type { Db } from '../db/tables.ts'
import { eraseDeletedBefore, lockRetention, trimConsumedBefore } from './retention-repository.ts'

/** Rows that go in one transaction. */
const batchSize = 500
/** Milliseconds within which a message may be delivered again. */
const redeliveredFor = 30 * 24 * 60 * 60 * 1000

/**
 * Erases what nobody can bring back any more: questions whose deletion can no longer be undone, and marks of messages
 * that will not come again. Where another replica is at it, it leaves that to it.
 */
export async function sweep(db: Db, now: Date): Promise<{ questions: number; messages: number }> {
  const swept = { questions: 0, messages: 0 }
  for (;;) {
    const batch = await db.transaction().execute(async (trx) => {
      if (!(await lockRetention(trx))) return { questions: 0, messages: 0 }
      const restorable = new Date(now.getTime() - RESTORABLE_FOR)
      const redelivered = new Date(now.getTime() - redeliveredFor)
      return {
        questions: await eraseDeletedBefore(trx, restorable, batchSize),
        messages: await trimConsumedBefore(trx, redelivered, batchSize),
      }
    })
    swept.questions += batch.questions
    swept.messages += batch.messages
    if (batch.questions < batchSize && batch.messages < batchSize) return swept
  }
}
