import { eraseStream } from '@rehearse/event-store'
import { eraseLearnerTables } from '@rehearse/service-kit'
import { sql, type Transaction } from 'kysely'
import { learnerStream } from '../learner/answer-event.ts'
import type { ProgressTables } from '../tables.ts'

/**
 * Forgets a learner, for ever: the key that seals what is personal in their events is destroyed, their rows go from
 * every read model, and what they send later is refused (410, `account_erased`). What remains are answers to questions
 * by a person nobody can name any more. A second time it changes nothing.
 */
export async function eraseLearner(trx: Transaction<ProgressTables>, learnerId: string): Promise<void> {
  // Before the rows: it waits for appends and folds under way, whose rows would else come back.
  await eraseStream(trx, learnerStream(learnerId))
  // First of their rows, as whoever stores something locks it first.
  await sql`delete from learner_usage where learner_id = ${learnerId}`.execute(trx)
  await eraseLearnerTables(trx, learnerId)
}
