import { sql } from 'kysely'
import type { Trx } from '../tables.ts'
import { rememberErased } from './erased-learner-repository.ts'

/**
 * Erases all that this service holds on a learner: what they reported, which solutions were opened to them, replies
 * kept for repeated writes, and messages about them that could not be handled. Done twice, it finds nothing.
 * That they were erased is remembered by a fingerprint, so that nothing told late about them is kept.
 * @returns how many rows there were
 */
export async function eraseLearner(trx: Trx, learnerId: string): Promise<number> {
  await rememberErased(trx, learnerId)
  const aboutThem = `"learnerId":${JSON.stringify(learnerId)}`
  const erased = [
    await sql`delete from question_report where reported_by = ${learnerId}`.execute(trx),
    await sql`delete from challenge_opening where learner_id = ${learnerId}`.execute(trx),
    await sql`delete from idempotent_reply where actor = ${learnerId}`.execute(trx),
    await sql`delete from parked_message where position(${aboutThem} in payload) > 0`.execute(trx),
  ]
  return erased.reduce((count, { numAffectedRows = 0n }) => count + Number(numAffectedRows), 0)
}
