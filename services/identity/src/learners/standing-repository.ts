import { sql } from 'kysely'
import type { LearnerRow, Trx } from '../tables.ts'

/** Locks a learner out; done again, the time stays and the reason is the new one. Undefined when there is no such learner. */
export function markDisabled(
  trx: Trx,
  uid: string,
  by: { adminId: string; reason: string },
): Promise<LearnerRow | undefined> {
  return trx
    .updateTable('learner')
    .set({
      disabled_at: sql<Date>`coalesce(disabled_at, now())`,
      disabled_reason: by.reason,
      disabled_by: by.adminId,
    })
    .where('uid', '=', uid)
    .returningAll()
    .executeTakeFirst()
}

export function markEnabled(trx: Trx, uid: string): Promise<LearnerRow | undefined> {
  return trx
    .updateTable('learner')
    .set({ disabled_at: null, disabled_reason: null, disabled_by: null })
    .where('uid', '=', uid)
    .returningAll()
    .executeTakeFirst()
}
