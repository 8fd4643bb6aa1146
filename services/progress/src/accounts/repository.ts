import { eraseStream, isErased } from '@rehearse/event-store'
import { eraseLearnerTables } from '@rehearse/service-kit'
import { sql } from 'kysely'
import { learnerStream } from '../learner/events.ts'
import type { Db, ProgressTables, Trx } from '../tables.ts'

/** By whose days an answer counts that doesn't say: the learner's preference, else UTC. */
export async function preferredTimeZone(db: Db, learnerId: string): Promise<string> {
  const row = await db
    .selectFrom('learner_time_zone')
    .select('time_zone')
    .where('learner_id', '=', learnerId)
    .executeTakeFirst()
  return row?.time_zone ?? 'UTC'
}

/** Keeps what a learner prefers, unless they have said something else since, or are erased. */
export async function storePreferredTimeZone(
  trx: Trx,
  { learnerId, timeZone, changedAt }: { learnerId: string; timeZone: string; changedAt: string },
): Promise<void> {
  await sql`
    insert into learner_time_zone (learner_id, time_zone, changed_at)
    select ${learnerId}, ${timeZone}, ${changedAt}
    where not ${isErased(sql`${learnerStream(learnerId)}`)}
    on conflict (learner_id) do update set time_zone = excluded.time_zone, changed_at = excluded.changed_at
    where coalesce(learner_time_zone.changed_at <= excluded.changed_at, true)`.execute(trx)
}

/**
 * Forgets a learner, for ever: the key that seals what is personal in their events is destroyed, their rows go from
 * every read model, and what they send later is refused (410, `account_erased`). What remains are answers to questions
 * by a person nobody can name any more. A second time it changes nothing.
 */
export async function eraseLearner(trx: Trx, learnerId: string): Promise<void> {
  // Before the rows: it waits for appends and folds under way, whose rows would else come back.
  await eraseStream(trx, learnerStream(learnerId))
  // First of their rows, as whoever stores something locks it first.
  await sql`delete from learner_usage where learner_id = ${learnerId}`.execute(trx)
  await eraseLearnerTables(trx, learnerId)
}

/** Every table with rows of single learners: what goes when one is erased. */
export const learnerTables = [
  'learner_answer',
  'learner_badge',
  'learner_bookmark',
  'learner_card',
  'learner_card_rating',
  'learner_certificate',
  'learner_certificate_name',
  'learner_challenge',
  'learner_challenge_attempt',
  'learner_challenge_code',
  'learner_day',
  'learner_figure',
  'learner_milestone',
  'learner_note',
  'learner_path',
  'learner_plan',
  'learner_question',
  'learner_regrade',
  'learner_session',
  'learner_time_zone',
  'learner_totals',
  'learner_usage',
  'own_plan',
  'plan_participant',
] as const satisfies readonly (keyof ProgressTables)[]
