import { RESTORABLE_FOR } from '@rehearse/contracts'
import type { Backend } from '@rehearse/service-kit'
import { sql } from 'kysely'
import type { Db, Tables, Trx } from '../tables.ts'
import { removeUndoneNodes } from '../taxonomy/edit-nodes.ts'

/** Milliseconds between sweeps. */
const day = 24 * 60 * 60 * 1000

/** Sweeps once the schema is ready, and daily from then on. */
export function startRetentionJob({ app, database: { db }, runPeriodically }: Backend<Tables>): void {
  runPeriodically('retention', day, async () => {
    const questions = await sweep(db, new Date())
    if (questions > 0) app.log.info({ questions }, 'erased expired questions')
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

/**
 * Allows one sweep at a time among all replicas, until the transaction ends. @returns whether the lock was acquired
 */
export async function lockRetention(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ ours: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('question retention')) as ours`.execute(trx)
  return rows[0]?.ours === true
}

/**
 * Erases up to `limit` questions that were deleted before a time. The versions of a question that was ever answered
 * stay.
 * @returns the number of erased questions
 */
async function eraseDeletedBefore(trx: Trx, moment: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    delete from question where id in (
      select id from question where deleted_at < ${moment} order by id limit ${limit} for update skip locked
    ) returning id`.execute(trx)
  const ids = rows.map((row) => row.id)
  if (ids.length === 0) return 0
  await sql`
    delete from question_version where question_id = any(${ids}::uuid[]) and not exists (
      select from question_usage
      where question_usage.question_id = question_version.question_id and usage_count > 0
    )`.execute(trx)
  // Removes the position in the list of most used questions; the count stays, since it protects the versions.
  await sql`update question_usage set position = null where question_id = any(${ids}::uuid[])`.execute(trx)
  await sql`delete from bulk_action_question where question_id = any(${ids}::uuid[])`.execute(trx)
  return ids.length
}
