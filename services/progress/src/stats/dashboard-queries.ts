import { type Kysely, sql } from 'kysely'
import type { Day } from '../learner/local-day.ts'
import type { ProgressTables } from '../tables.ts'

export interface DayRow {
  day: Day
  answered: number
  correct: number
  time_spent: number
  points: number
}

/** A learner's days from `from` on; days without answers are absent. */
export async function readDays(db: Kysely<ProgressTables>, learnerId: string, from: Day): Promise<DayRow[]> {
  return db
    .selectFrom('learner_day')
    .select(['day', 'answered', 'correct', 'time_spent', 'points'])
    .where('learner_id', '=', learnerId)
    .where('day', '>=', from)
    .orderBy('day')
    .execute()
}

/** How many different questions a learner has tried, and how many of them were right at least once. */
export async function readQuestionCounts(
  db: Kysely<ProgressTables>,
  learnerId: string,
): Promise<{ tried: number; solved: number }> {
  return db
    .selectFrom('learner_question')
    .select([
      sql<number>`(count(*) filter (where answered > 0))::int`.as('tried'),
      sql<number>`(count(*) filter (where correct > 0))::int`.as('solved'),
    ])
    .where('learner_id', '=', learnerId)
    .executeTakeFirstOrThrow()
}
