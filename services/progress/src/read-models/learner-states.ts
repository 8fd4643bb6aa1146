import { type Selectable, sql } from 'kysely'
import { noCounters } from '../learner/counters.ts'
import type { ActiveDays, LearnerState } from '../learner/state.ts'
import type { Db, ProgressTables, Trx } from '../tables.ts'

type Row = Selectable<ProgressTables['learner_totals']>

/** The states of learners; learners without events are absent. */
export async function readLearnerStates(
  db: Db,
  learnerIds: readonly string[],
): Promise<Map<string, LearnerState>> {
  const { rows } = await sql<Row>`
    select * from learner_totals where learner_id = any(${learnerIds}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.learner_id, toLearnerState(row)]))
}

/** All days on which learners were active, with the answers on each. */
export async function readActiveDays(
  db: Db,
  learnerIds: readonly string[],
): Promise<Map<string, ActiveDays>> {
  const { rows } = await sql<{ learner_id: string; day: string; answered: number }>`
    select learner_id, day, answered from learner_day where learner_id = any(${learnerIds}::text[])`.execute(
    db,
  )
  const byLearner = Map.groupBy(rows, (row) => row.learner_id)
  return new Map(
    learnerIds.map((id) => [id, new Map(byLearner.get(id)?.map((row) => [row.day, row.answered]))]),
  )
}

export async function storeLearnerStates(trx: Trx, states: ReadonlyMap<string, LearnerState>): Promise<void> {
  // Sorted by key, to avoid deadlocks.
  const rows = [...states].sort(([a], [b]) => (a < b ? -1 : 1))
  if (rows.length === 0) return
  await sql`
    insert into learner_totals (learner_id, total_questions, correct_answers, time_spent, points, current_streak,
      longest_streak, last_day, freezes, last_activity_at, time_zone, plan_id, plan_completed, tally)
    select * from unnest(
      ${rows.map(([id]) => id)}::text[], ${rows.map(([, row]) => row.totalQuestions)}::int[],
      ${rows.map(([, row]) => row.correctAnswers)}::int[], ${rows.map(([, row]) => row.timeSpent)}::float8[],
      ${rows.map(([, row]) => row.points)}::int[], ${rows.map(([, row]) => row.streak.current)}::int[],
      ${rows.map(([, row]) => row.streak.longest)}::int[], ${rows.map(([, row]) => row.streak.lastDay)}::date[],
      ${rows.map(([, row]) => row.streak.freezes)}::int[],
      ${rows.map(([, row]) => row.lastActivityAt.toISOString())}::timestamptz[],
      ${rows.map(([, row]) => row.timeZone)}::text[], ${rows.map(([, row]) => row.plan?.id ?? null)}::text[],
      ${rows.map(([, row]) => row.plan?.completed ?? 0)}::int[],
      ${rows.map(([, row]) => JSON.stringify(row.counters))}::json[])
    on conflict (learner_id) do update set
      total_questions = excluded.total_questions, correct_answers = excluded.correct_answers,
      time_spent = excluded.time_spent, points = excluded.points, current_streak = excluded.current_streak,
      longest_streak = excluded.longest_streak, last_day = excluded.last_day, freezes = excluded.freezes,
      last_activity_at = excluded.last_activity_at, time_zone = excluded.time_zone,
      plan_id = excluded.plan_id, plan_completed = excluded.plan_completed, tally = excluded.tally`.execute(
    trx,
  )
}

export function toLearnerState(row: Row): LearnerState {
  return {
    totalQuestions: row.total_questions,
    correctAnswers: row.correct_answers,
    timeSpent: row.time_spent,
    points: row.points,
    streak: {
      current: row.current_streak,
      longest: row.longest_streak,
      lastDay: row.last_day,
      freezes: row.freezes,
    },
    lastActivityAt: row.last_activity_at,
    timeZone: row.time_zone,
    plan: row.plan_id === null ? null : { id: row.plan_id, completed: row.plan_completed },
    // Rows written before a counter existed lack it.
    counters: { ...noCounters, ...row.tally },
  }
}
