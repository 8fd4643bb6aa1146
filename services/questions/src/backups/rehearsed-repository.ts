import type { Db, Trx } from '../tables.ts'

/** Does some work in a transaction and, as a rehearsal, takes all of it back: what it says is what would happen. */
export async function rehearsed<Result>(
  db: Db,
  isRehearsal: boolean,
  work: (trx: Trx) => Promise<Result>,
): Promise<Result> {
  const trx = await db.startTransaction().execute()
  try {
    const result = await work(trx)
    await (isRehearsal ? trx.rollback() : trx.commit()).execute()
    return result
  } catch (error) {
    if (!trx.isCommitted && !trx.isRolledBack) await trx.rollback().execute()
    throw error
  }
}
