import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Day } from '../learner/local-day.ts'
import type { ProgressTables } from '../tables.ts'

type Db = Kysely<ProgressTables>

export interface DayTotals {
  answers: number
  correctAnswers: number
  timeSpent: number
  challengeAttempts: number
  reviews: number
}

/** Each day of a span, zeros where nothing arrived. */
export async function readPlatformDays(
  db: Db,
  span: { from: Day; to: Day },
): Promise<({ date: Day; activeLearners: number; newLearners: number } & DayTotals)[]> {
  const { rows } = await platformDays<{ date: Day; activeLearners: number; newLearners: number } & DayTotals>(
    span,
  ).execute(db)
  return rows
}

export const platformDays = <Row>({ from, to }: { from: Day; to: Day }): RawBuilder<Row> => sql<Row>`
  select asked.day as date, coalesce(active_learners, 0) as "activeLearners",
    coalesce(new_learners, 0) as "newLearners", coalesce(answers, 0) as answers,
    coalesce(correct, 0) as "correctAnswers", coalesce(time_spent, 0) as "timeSpent",
    coalesce(challenge_attempts, 0) as "challengeAttempts", coalesce(reviews, 0) as reviews
  from (select generate_series(${from}::date, ${to}::date, '1 day')::date as day) as asked
  left join platform_day on platform_day.day = asked.day
  order by asked.day`

/** All days together: a row for each, however much was answered. */
export async function readPlatformTotals(db: Db): Promise<{ learners: number } & DayTotals> {
  const { rows } = await sql<{ learners: number } & DayTotals>`
    select coalesce(sum(new_learners), 0)::int as learners, coalesce(sum(answers), 0)::int as answers,
      coalesce(sum(correct), 0)::int as "correctAnswers", coalesce(sum(time_spent), 0) as "timeSpent",
      coalesce(sum(challenge_attempts), 0)::int as "challengeAttempts", coalesce(sum(reviews), 0)::int as reviews
    from platform_day`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('a sum has a row')
  return row
}

export interface PlanFunnelRow {
  planId: string
  title: string | null
  started: number
  answered: number
  halfway: number
  completed: number
}

export async function readPlanFunnel(db: Db): Promise<PlanFunnelRow[]> {
  const { rows } = await planFunnel.execute(db)
  return rows
}

export const planFunnel = sql<PlanFunnelRow>`
  select funnel.*, definition.document ->> 'name' as title
  from (
    select plan_id as "planId", count(*)::int as started,
      (count(*) filter (where answered > 0))::int as answered,
      (count(*) filter (where answered * 2 >= total_questions and answered > 0))::int as halfway,
      (count(*) filter (where answered >= total_questions and answered > 0))::int as completed
    from plan_participant group by plan_id
  ) as funnel
  left join definition on definition.kind = 'plan' and definition.id = funnel."planId"
  order by funnel.started desc, funnel."planId"`
