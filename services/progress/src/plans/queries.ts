import { type Kysely, sql } from 'kysely'
import type { ProgressTables } from '../tables.ts'
import type { PlanAnswers, StartedPlan } from './plan-view.ts'

type Db = Kysely<ProgressTables>

/** The plans a learner has started, by id, the latest first. */
export async function readStartedPlans(db: Db, learnerId: string): Promise<Map<string, StartedPlan>> {
  const rows = await db
    .selectFrom('learner_plan')
    .selectAll()
    .where('learner_id', '=', learnerId)
    .orderBy('started_at', 'desc')
    .execute()
  return new Map(
    rows.map((row) => [
      row.plan_id,
      { startedAt: row.started_at, startedOn: row.started_on, pauses: row.pauses },
    ]),
  )
}

/** What was answered in each plan since its start; answers that came late count by when they were given. */
export async function readPlanAnswers(db: Db, learnerId: string): Promise<Map<string, PlanAnswers[]>> {
  const { rows } = await sql<PlanAnswers & { planId: string }>`
    select plan_id as "planId", day, category, count(*)::int as answered,
      (count(*) filter (where correct))::int as correct
    from learner_plan
    join learner_answer using (learner_id, plan_id)
    where learner_id = ${learnerId} and answered_at >= started_at
    group by plan_id, day, category`.execute(db)
  return Map.groupBy(rows, (row) => row.planId)
}
