import type { Projection } from '@rehearse/event-store'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { ProgressTables } from '../../db/tables.ts'
import { type AnswerEvent, isAnswer } from '../../domain/answer-event.ts'
import { answerPoints } from '../../domain/points.ts'
import { streakOfDays } from '../../domain/streak.ts'
import { sumBy } from '../sum-by.ts'
import { dayOf, evolve, isLate, noTotals, type Totals } from './evolve.ts'

/** Totals, days and streak. The days come first: a late answer's streak is worked out from them. */
export const activityProjection: Projection<ProgressTables> = {
  name: 'activity',
  apply: async (trx, events) => {
    const answers = events.filter(isAnswer)
    if (answers.length === 0) return
    await addDays(trx, answers)
    await foldTotals(trx, answers)
  },
  reset: async (trx) => {
    await trx.deleteFrom('learner_totals').execute()
    await trx.deleteFrom('learner_day').execute()
  },
}

async function addDays(trx: Transaction<ProgressTables>, answers: readonly AnswerEvent[]): Promise<void> {
  const rows = sumBy(answers, (event) => [event.data.learnerId, dayOf(event)])
  await sql`
    insert into learner_day (learner_id, day, answered, correct, time_spent, points)
    select * from unnest(
      ${rows.map((row) => row.key[0])}::text[], ${rows.map((row) => row.key[1])}::date[],
      ${rows.map((row) => row.answered)}::int[], ${rows.map((row) => row.correct)}::int[],
      ${rows.map((row) => row.timeSpent)}::float8[],
      ${rows.map((row) => row.events.reduce((sum, { data }) => sum + answerPoints(data), 0))}::int[])
    on conflict (learner_id, day) do update set
      answered = learner_day.answered + excluded.answered,
      correct = learner_day.correct + excluded.correct,
      time_spent = learner_day.time_spent + excluded.time_spent,
      points = learner_day.points + excluded.points`.execute(trx)
}

async function foldTotals(trx: Transaction<ProgressTables>, answers: readonly AnswerEvent[]): Promise<void> {
  const learnerIds = [...new Set(answers.map((event) => event.data.learnerId))]
  const totals = await loadTotals(trx, learnerIds)
  const late = new Set<string>()
  for (const event of answers) {
    const { learnerId } = event.data
    const before = totals.get(learnerId) ?? noTotals
    if (isLate(before, event)) late.add(learnerId)
    totals.set(learnerId, evolve(before, event))
  }
  if (late.size > 0) await repairStreaks(trx, totals, [...late])
  await storeTotals(trx, totals)
}

async function repairStreaks(
  trx: Transaction<ProgressTables>,
  totals: Map<string, Totals>,
  learnerIds: readonly string[],
): Promise<void> {
  const rows = await trx
    .selectFrom('learner_day')
    .select(['learner_id', 'day'])
    .where('learner_id', 'in', learnerIds)
    .execute()
  const days = Map.groupBy(rows, (row) => row.learner_id)
  for (const learnerId of learnerIds) {
    const streak = streakOfDays((days.get(learnerId) ?? []).map((row) => row.day))
    totals.set(learnerId, { ...(totals.get(learnerId) ?? noTotals), streak })
  }
}

async function loadTotals(
  trx: Transaction<ProgressTables>,
  learnerIds: readonly string[],
): Promise<Map<string, Totals>> {
  const rows = await trx
    .selectFrom('learner_totals')
    .selectAll()
    .where('learner_id', 'in', learnerIds)
    .execute()
  return new Map(rows.map((row) => [row.learner_id, toTotals(row)]))
}

export function toTotals(row: Selectable<ProgressTables['learner_totals']>): Totals {
  return {
    totalQuestions: row.total_questions,
    correctAnswers: row.correct_answers,
    timeSpent: row.time_spent,
    points: row.points,
    streak: { current: row.current_streak, longest: row.longest_streak, lastDay: row.last_day },
    lastActivityAt: row.last_activity_at,
    timeZone: row.time_zone,
    plan: row.plan_id === null ? null : { id: row.plan_id, completed: row.plan_completed },
  }
}

async function storeTotals(
  trx: Transaction<ProgressTables>,
  totals: ReadonlyMap<string, Totals>,
): Promise<void> {
  const rows = [...totals]
  await sql`
    insert into learner_totals (learner_id, total_questions, correct_answers, time_spent, points, current_streak,
      longest_streak, last_day, last_activity_at, time_zone, plan_id, plan_completed)
    select * from unnest(
      ${rows.map(([id]) => id)}::text[], ${rows.map(([, row]) => row.totalQuestions)}::int[],
      ${rows.map(([, row]) => row.correctAnswers)}::int[], ${rows.map(([, row]) => row.timeSpent)}::float8[],
      ${rows.map(([, row]) => row.points)}::int[], ${rows.map(([, row]) => row.streak.current)}::int[],
      ${rows.map(([, row]) => row.streak.longest)}::int[], ${rows.map(([, row]) => row.streak.lastDay)}::date[],
      ${rows.map(([, row]) => row.lastActivityAt.toISOString())}::timestamptz[],
      ${rows.map(([, row]) => row.timeZone)}::text[], ${rows.map(([, row]) => row.plan?.id ?? null)}::text[],
      ${rows.map(([, row]) => row.plan?.completed ?? 0)}::int[])
    on conflict (learner_id) do update set
      total_questions = excluded.total_questions, correct_answers = excluded.correct_answers,
      time_spent = excluded.time_spent, points = excluded.points, current_streak = excluded.current_streak,
      longest_streak = excluded.longest_streak, last_day = excluded.last_day,
      last_activity_at = excluded.last_activity_at, time_zone = excluded.time_zone,
      plan_id = excluded.plan_id, plan_completed = excluded.plan_completed`.execute(trx)
}
