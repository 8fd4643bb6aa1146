import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '../tables.ts'

/**
 * Erases all data about a learner: their reports, the solutions opened to them, stored responses to repeated writes,
 * and dead-lettered messages about them. When repeated, it finds nothing. A fingerprint records the erasure, so that
 * a late event about the learner is not stored.
 * @returns the number of erased rows
 */
export async function eraseLearner(trx: Trx, learnerId: string): Promise<number> {
  await recordErasure(trx, learnerId)
  const aboutThem = `"learnerId":${JSON.stringify(learnerId)}`
  const erased = [
    await sql`delete from question_report where reported_by = ${learnerId}`.execute(trx),
    await sql`delete from challenge_opening where learner_id = ${learnerId}`.execute(trx),
    await sql`delete from idempotent_reply where actor = ${learnerId}`.execute(trx),
    await sql`delete from parked_message where position(${aboutThem} in payload) > 0`.execute(trx),
  ]
  return erased.reduce((count, { numAffectedRows = 0n }) => count + Number(numAffectedRows), 0)
}

// The id itself would identify a learner who asked to be erased; ids are random, so their digest reveals nothing.
const fingerprint = (learnerId: string): Buffer => createHash('sha256').update(learnerId).digest()

/** Records that a learner was erased. Waits for transactions that are writing about them. */
async function recordErasure(trx: Trx, learnerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${learnerId}, 0))`.execute(trx)
  await trx
    .insertInto('erased_learner')
    .values({ fingerprint: fingerprint(learnerId) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Which of these learners have been erased. None of the others can be erased before the transaction ends: an erasure
 * that starts meanwhile waits for it, and then finds what it wrote.
 */
export async function erasedAmong(trx: Trx, learnerIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (learnerIds.length === 0) return new Set()
  const ids = [...new Set(learnerIds)]
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(id, 0)) from unnest(${ids}::text[]) as id`.execute(
    trx,
  )
  const rows = await trx
    .selectFrom('erased_learner')
    .select('fingerprint')
    .where('fingerprint', 'in', ids.map(fingerprint))
    .execute()
  const erased = new Set(rows.map((row) => row.fingerprint.toString('hex')))
  return new Set(ids.filter((id) => erased.has(fingerprint(id).toString('hex'))))
}
