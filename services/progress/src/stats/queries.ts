import {
  BADGE_POINTS,
  type Badge,
  type DayAnalytics,
  type Mistake,
  type Progress,
  type QuestionMark,
} from '@rehearse/contracts'
import { type Selectable, sql } from 'kysely'
import type { Day } from '../learner/days.ts'
import { emptyState, type LearnerState } from '../learner/state.ts'
import { toLearnerState } from '../read-models/activity.ts'
import type { Db, ProgressTables } from '../tables.ts'

/** How far back weeks and months are listed. */
const weeks = 12
const months = 12

export interface PeriodRow {
  start: string
  answered: number
  correct: number
  timeSpent: number
  days: number
}

export type StatRow = Selectable<ProgressTables['learner_figure']>

/** A learner's state; all zero before the first answer. */
export async function readLearnerState(db: Db, learnerId: string): Promise<LearnerState> {
  const row = await db
    .selectFrom('learner_totals')
    .selectAll()
    .where('learner_id', '=', learnerId)
    .executeTakeFirst()
  return row ? toLearnerState(row) : emptyState
}

/**
 * The time zone that a learner is in now, which decides which day it is everywhere: of their last activity, or of the
 * interview date if they set it later; else their preference.
 */
export async function readZone(db: Db, learnerId: string): Promise<string> {
  const { rows } = await sql<{ zone: string }>`
    select zone from (
      select last_activity_at as at, time_zone as zone from learner_totals
        where learner_id = ${learnerId} and last_activity_at > 'epoch'
      union all select set_at, time_zone from learner_interview where learner_id = ${learnerId}
      union all select '-infinity', time_zone from learner_time_zone where learner_id = ${learnerId}
    ) as known
    order by at desc limit 1`.execute(db)
  return rows[0]?.zone ?? 'UTC'
}

/** What a learner prefers to practice; null where it isn't known yet, and for all topics. */
export async function preferredPractice(
  db: Db,
  learnerId: string,
): Promise<{ dailyGoal: number | null; learningPath: string | null; topics: string[] | null }> {
  const row = await db
    .selectFrom('learner_time_zone')
    .select(['daily_goal as dailyGoal', 'learning_path as learningPath', 'topics'])
    .where('learner_id', '=', learnerId)
    .executeTakeFirst()
  const { dailyGoal = null, learningPath = null, topics = null } = row ?? {}
  return { dailyGoal, learningPath, topics: topics?.length ? topics : null }
}

/** Stats by section and category, most recent first. */
export async function readStats(db: Db, learnerId: string): Promise<StatRow[]> {
  return db
    .selectFrom('learner_figure')
    .selectAll()
    .where('learner_id', '=', learnerId)
    .orderBy('last_at', 'desc')
    .execute()
}

/** The last weeks with answers, each starting on Sunday; oldest first. */
export const readWeeks = (db: Db, learnerId: string): Promise<PeriodRow[]> =>
  readPeriods(db, learnerId, sql`(day - extract(dow from day)::int)`, weeks)

/** The last months with answers, by their first day; oldest first. */
export const readMonths = (db: Db, learnerId: string): Promise<PeriodRow[]> =>
  readPeriods(db, learnerId, sql`date_trunc('month', day)::date`, months)

async function readPeriods(
  db: Db,
  learnerId: string,
  start: ReturnType<typeof sql>,
  limit: number,
): Promise<PeriodRow[]> {
  const { rows } = await sql<PeriodRow>`
    select ${start} as start, sum(answered)::int as answered, sum(correct)::int as correct,
      sum(time_spent) as "timeSpent", count(*)::int as days
    from learner_day where learner_id = ${learnerId}
    group by 1 order by 1 desc limit ${limit}`.execute(db)
  return rows.reverse()
}

/** The badges that a learner has earned, newest first, as the library describes them today. */
export async function readEarnedBadges(db: Db, learnerId: string): Promise<Badge[]> {
  const rows = await db
    .selectFrom('learner_badge')
    .leftJoin('badge_definition', 'badge_definition.badge_id', 'learner_badge.badge_id')
    .select([
      'learner_badge.badge_id',
      'learner_badge.title',
      'learner_badge.rarity',
      'learner_badge.earned_at',
      'badge_definition.description',
    ])
    .where('learner_id', '=', learnerId)
    .orderBy('earned_at', 'desc')
    .orderBy('learner_badge.badge_id')
    .execute()
  return rows.map((row) => ({
    id: row.badge_id,
    name: row.title,
    description: row.description ?? '',
    rarity: row.rarity,
    points: BADGE_POINTS[row.rarity],
    earnedAt: row.earned_at.toISOString(),
  }))
}

/** The milestones that a learner has reached, newest first. */
export async function readMilestones(
  db: Db,
  learnerId: string,
): Promise<Progress['achievements']['milestones']> {
  const rows = await db
    .selectFrom('learner_milestone')
    .select(['milestone_id', 'reached_at'])
    .where('learner_id', '=', learnerId)
    .orderBy('reached_at', 'desc')
    .orderBy('milestone_id')
    .execute()
  return rows.map((row) => ({ id: row.milestone_id, reachedAt: row.reached_at.toISOString() }))
}

export interface DayRow {
  day: Day
  answered: number
  correct: number
  time_spent: number
  points: number
}

/** A learner's days from `from` on; days without activity are absent. */
export async function readDays(db: Db, learnerId: string, from: Day): Promise<DayRow[]> {
  return db
    .selectFrom('learner_day')
    .select(['day', 'answered', 'correct', 'time_spent', 'points'])
    .where('learner_id', '=', learnerId)
    .where('day', '>=', from)
    .orderBy('day')
    .execute()
}

/** How many different questions a learner has attempted, and how many they answered correctly at least once. */
export async function readQuestionCounts(
  db: Db,
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

/** The cursor of a page: a question whose last answer was incorrect. */
interface MistakePlace {
  answeredAt: string
  questionId: string
}

/** Visible questions whose last answer was incorrect, oldest first. */
export async function readMistakes(
  db: Db,
  learnerId: string,
  { after, limit }: { after: MistakePlace | undefined; limit: number },
): Promise<Mistake[]> {
  const { rows } = await sql<Omit<Mistake, 'answeredAt'> & { answeredAt: Date }>`
    select state.question_id as "questionId", asked.title, asked.category, asked.difficulty,
      state.last_answered_at as "answeredAt"
    ${mistakes(learnerId)}
    join answer_key as asked on asked.question_id = bank.question_id and asked.version = bank.version
    ${
      after === undefined
        ? sql``
        : sql`where (state.last_answered_at, state.question_id)
            > (${after.answeredAt}::timestamptz, ${after.questionId}::uuid)`
    }
    order by state.last_answered_at, state.question_id limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, answeredAt: row.answeredAt.toISOString() }))
}

export async function countMistakes(db: Db, learnerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count ${mistakes(learnerId)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Which of these questions a learner has answered, and whether the last answer was correct. */
export async function readQuestionMarks(
  db: Db,
  learnerId: string,
  ids: readonly string[],
): Promise<QuestionMark[]> {
  const { rows } = await sql<QuestionMark>`
    select question_id as "questionId", last_correct as "isCorrect" from learner_question
    where learner_id = ${learnerId} and question_id = any(${[...ids]}::uuid[]) and answered > 0
    order by question_id`.execute(db)
  return rows
}

const mistakes = (learnerId: string) => sql`
  from learner_question as state
  join bank_question as bank on bank.question_id = state.question_id and bank.is_open
    and state.learner_id = ${learnerId} and not state.last_correct`

/** A row for each day from `from` to `to`, with zeros for days without activity; the caller computes accuracy. */
export async function readDayAnalytics(
  db: Db,
  learnerId: string,
  { from, to }: { from: Day; to: Day },
): Promise<Omit<DayAnalytics, 'accuracy'>[]> {
  const { rows } = await sql<Omit<DayAnalytics, 'accuracy'>>`
    select asked.day as date,
      coalesce(answers.answered, 0) as "questionsAnswered", coalesce(answers.correct, 0) as "correctAnswers",
      coalesce(answers.time_spent, 0) as "timeSpent", coalesce(answers.points, 0) as points,
      coalesce(attempts.attempted, 0) as "challengesAttempted",
      coalesce(attempts.completed, 0) as "challengesCompleted", coalesce(sessions.begun, 0) as sessions
    from (select generate_series(${from}::date, ${to}::date, '1 day')::date as day) as asked
    left join learner_day as answers on answers.learner_id = ${learnerId} and answers.day = asked.day
    left join (
      select day, count(*)::int as attempted, (count(*) filter (where completed))::int as completed
      from learner_challenge_attempt
      where learner_id = ${learnerId} and day between ${from} and ${to} group by day
    ) as attempts on attempts.day = asked.day
    left join (
      select day, count(*)::int as begun from learner_session
      where learner_id = ${learnerId} and day between ${from} and ${to} group by day
    ) as sessions on sessions.day = asked.day
    order by asked.day`.execute(db)
  return rows
}
