import type { ProgressTables } from '../tables.ts'

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
