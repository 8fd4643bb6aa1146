import { sql } from 'kysely'
import type { Trx } from '../tables.ts'

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
export async function eraseDeletedBefore(trx: Trx, moment: Date, limit: number): Promise<number> {
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
