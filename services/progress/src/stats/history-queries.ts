import type { HistoryEntry, HistoryQuery } from '@rehearse/contracts'
import { type RawBuilder, sql } from 'kysely'
import { answerPoints } from '../learner/points.ts'
import type { Db } from '../tables.ts'

type Filters = Omit<HistoryQuery, 'page' | 'pageSize'>

/** A page of a learner's answers and challenge attempts, newest first. */
export async function readEntries(
  db: Db,
  learnerId: string,
  filters: Filters,
  { limit, offset }: { limit: number; offset: number },
): Promise<HistoryEntry[]> {
  // Each kind is limited to the entries that the page may need, so that its index provides the order.
  const cut = limit + offset
  const { rows } = await sql<HistoryRow>`
    with latest as (
      (select 'question' as type, answered_at as at, event_id from learner_answer
       where ${matchingAnswers(learnerId, filters)} order by answered_at desc, event_id limit ${cut})
      union all
      (select 'challenge', attempted_at, event_id from learner_challenge_attempt
       where ${matchingAttempts(learnerId, filters)} order by attempted_at desc, event_id limit ${cut})
    ), page as (select * from latest order by at desc, event_id limit ${limit} offset ${offset})
    select page.type, page.at, page.event_id, answer.question_id, answer.question_version, answer.attempt,
      answer.correct, attempt.challenge_id, attempt.score, attempt.max_score, attempt.completed, attempt.points,
      coalesce(question.title, attempt.title) as title,
      coalesce(answer.category, attempt.category) as category,
      coalesce(answer.difficulty, attempt.difficulty) as difficulty,
      coalesce(answer.time_spent, attempt.time_spent) as time_spent
    from page
    left join learner_answer as answer on page.type = 'question' and answer.learner_id = ${learnerId}
      and answer.answered_at = page.at and answer.event_id = page.event_id
    left join answer_key as question on question.question_id = answer.question_id
      and question.version = answer.question_version
    left join learner_challenge_attempt as attempt on page.type = 'challenge' and attempt.learner_id = ${learnerId}
      and attempt.attempted_at = page.at and attempt.event_id = page.event_id
    order by page.at desc, page.event_id`.execute(db)
  return rows.map(toEntry)
}

/** The total number of entries. */
export async function countEntries(db: Db, learnerId: string, filters: Filters): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from learner_answer where ${matchingAnswers(learnerId, filters)})
      + (select count(*) from learner_challenge_attempt where ${matchingAttempts(learnerId, filters)}) as count
    `.execute(db)
  return rows[0]?.count ?? 0
}

interface HistoryRow {
  type: 'question' | 'challenge'
  at: Date
  event_id: string
  title: string
  category: string
  difficulty: HistoryEntry['difficulty']
  /** Seconds. */
  time_spent: number
  question_id: string
  question_version: number
  attempt: number
  correct: boolean
  challenge_id: string
  score: number
  max_score: number
  completed: boolean
  points: number
}

function matchingAnswers(learnerId: string, filters: Filters): RawBuilder<unknown> {
  return allOf(
    sql`learner_id = ${learnerId}`,
    ...common(filters, 'question', sql`answered_at`),
    filters.correct !== undefined && sql`correct = ${filters.correct}`,
  )
}

function matchingAttempts(learnerId: string, filters: Filters): RawBuilder<unknown> {
  return allOf(
    sql`learner_id = ${learnerId}`,
    ...common(filters, 'challenge', sql`attempted_at`),
    filters.correct !== undefined && sql`completed = ${filters.correct}`,
  )
}

function common(filters: Filters, type: HistoryRow['type'], at: RawBuilder<unknown>) {
  const { category, difficulty, from, to } = filters
  return [
    filters.type !== undefined && filters.type !== type && sql`false`,
    category !== undefined && sql`lower(category) = lower(${category})`,
    difficulty !== undefined && sql`difficulty = ${difficulty}`,
    // The day is in the learner's time zone; the time range lets the index skip rows outside that day in any zone.
    from !== undefined &&
      sql`day >= ${from}::date and ${at} >= (${from}::date - 1)::timestamp at time zone 'UTC'`,
    to !== undefined && sql`day <= ${to}::date and ${at} < (${to}::date + 2)::timestamp at time zone 'UTC'`,
  ]
}

const allOf = (...conditions: (RawBuilder<unknown> | false)[]) =>
  sql.join(
    conditions.filter((condition) => condition !== false),
    sql` and `,
  )

function toEntry(row: HistoryRow): HistoryEntry {
  const { category, difficulty } = row
  const shared = { progressId: row.event_id, category, difficulty, timestamp: row.at.toISOString() }
  if (row.type === 'challenge') {
    return {
      type: 'challenge',
      ...shared,
      challengeId: row.challenge_id,
      challengeName: row.title,
      score: row.score,
      maxScore: row.max_score,
      completed: row.completed,
      timeSpent: row.time_spent / 60,
      points: row.points,
    }
  }
  return {
    type: 'question',
    ...shared,
    questionId: row.question_id,
    questionVersion: row.question_version,
    title: row.title,
    answeredCorrectly: row.correct,
    attempts: row.attempt,
    timeSpent: row.time_spent,
    points: answerPoints({ isCorrect: row.correct, difficulty, attempt: row.attempt }),
  }
}
