import { WANTED_CHANCE } from '@rehearse/contracts'
import { eraseStream, isErased } from '@rehearse/event-store'
import { eraseLearnerTables } from '@rehearse/service-kit'
import { sql } from 'kysely'
import { learnerStream } from '../learner/events.ts'
import { lockSealedTexts } from '../learner-store/sealed-text-repository.ts'
import type { Db, ProgressTables, Trx } from '../tables.ts'

/** The time zone for an answer that doesn't name one: the learner's preference, or UTC. */
export async function preferredTimeZone(db: Db, learnerId: string): Promise<string> {
  const row = await db
    .selectFrom('learner_time_zone')
    .select('time_zone')
    .where('learner_id', '=', learnerId)
    .executeTakeFirst()
  return row?.time_zone ?? 'UTC'
}

/** The language tag that the learner prefers; undefined if none is known. */
export async function preferredLanguage(db: Db, learnerId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('learner_time_zone')
    .select('language')
    .where('learner_id', '=', learnerId)
    .executeTakeFirst()
  return row?.language ?? undefined
}

interface PreferredPractice {
  learnerId: string
  timeZone: string
  /** Percent. */
  targetAccuracy?: number | undefined
  language?: string | undefined
  dailyGoal?: number | undefined
  learningPath?: string | null | undefined
  topics?: readonly string[] | undefined
  changedAt: string
}

/** Stores a learner's preferences, unless newer ones are known or the learner is erased. */
export async function storePreferences(
  trx: Trx,
  { targetAccuracy = WANTED_CHANCE.default, ...given }: PreferredPractice,
): Promise<void> {
  await sql`
    insert into learner_time_zone (learner_id, time_zone, target_accuracy, language, daily_goal, learning_path,
      topics, changed_at)
    select ${given.learnerId}, ${given.timeZone}, ${targetAccuracy}, ${given.language ?? null},
      ${given.dailyGoal ?? null}, ${given.learningPath ?? null},
      ${given.topics ? [...given.topics] : null}::text[], ${given.changedAt}
    where not ${isErased(sql`${learnerStream(given.learnerId)}`)}
    on conflict (learner_id) do update set time_zone = excluded.time_zone,
      target_accuracy = excluded.target_accuracy, language = excluded.language,
      daily_goal = excluded.daily_goal, learning_path = excluded.learning_path, topics = excluded.topics,
      changed_at = excluded.changed_at
    where coalesce(learner_time_zone.changed_at <= excluded.changed_at, true)`.execute(trx)
}

/**
 * Erases a learner permanently: destroys the key that encrypts the personal part of their events, deletes their rows
 * from every read model, and makes later requests fail (410, `account_erased`). Only anonymous answers to questions
 * remain, without texts that were typed. Erasing a second time changes nothing.
 */
export async function eraseLearner(trx: Trx, learnerId: string): Promise<void> {
  // Waits for a text that is being stored with a key created for it.
  await lockSealedTexts(trx, learnerId)
  // Before the rows are deleted: it waits for running appends and projections, which would otherwise insert rows
  // again.
  await eraseStream(trx, learnerStream(learnerId))
  // Deleted before their other rows, since every writer locks this one first.
  await sql`delete from learner_usage where learner_id = ${learnerId}`.execute(trx)
  await sql`
    update item_answer set response = null
    where respondent = ${learnerId} and response ->> 'kind' = 'text'`.execute(trx)
  await eraseLearnerTables(trx, learnerId)
}

/** Every table with rows of individual learners; an erasure deletes these rows. */
export const learnerTables = [
  'learner_answer',
  'learner_badge',
  'learner_bookmark',
  'learner_calendar',
  'learner_card',
  'learner_card_fit',
  'learner_card_settings',
  'learner_certificate',
  'learner_certificate_name',
  'learner_challenge',
  'learner_challenge_attempt',
  'learner_challenge_code',
  'learner_challenge_draft',
  'learner_day',
  'learner_figure',
  'learner_forecast',
  'learner_interview',
  'learner_lesson',
  'learner_milestone',
  'learner_mock_interview',
  'learner_note',
  'learner_path',
  'learner_plan',
  'learner_question',
  'learner_regrade',
  'learner_reserved',
  'learner_session',
  'learner_time_zone',
  'learner_totals',
  'learner_unfinished_session',
  'learner_usage',
  'own_plan',
  'plan_participant',
] as const satisfies readonly (keyof ProgressTables)[]
