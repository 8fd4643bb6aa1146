import { CUSTOM_PLANS_MAX, type CustomPlan, QUOTAS, quotaExceeded } from '@rehearse/contracts'
import { sql } from 'kysely'
import type { Day, Pause } from '../learner/days.ts'
import { charge } from '../learner-store/usage-repository.ts'
import type { Db, Trx } from '../tables.ts'

/** When a learner started a plan, and its pauses. */
export interface StartedPlan {
  startedAt: Date
  startedOn: Day
  pauses: readonly Pause[]
}

/** Answers given in a plan since its start, per day and category. */
export interface PlanAnswers {
  day: Day
  category: string
  answered: number
  correct: number
}

/** A learner's custom plans by id, newest first. */
export async function readCustomPlans(db: Db, learnerId: string): Promise<Map<string, CustomPlan>> {
  const rows = await db
    .selectFrom('own_plan')
    .select(['plan_id', 'document'])
    .where('learner_id', '=', learnerId)
    .orderBy('created_at', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.plan_id, row.document]))
}

/**
 * Creates a plan within the quota; an existing plan with that id is left unchanged.
 * @returns whether it exists
 * @throws {DomainError} conflict, `quota_exceeded`
 */
export async function storeCustomPlan(
  db: Db,
  learnerId: string,
  planId: string,
  plan: CustomPlan,
  at: Date,
): Promise<boolean> {
  return withinQuota(db, learnerId, plan, at, async (trx, document) => {
    await sql`
      insert into own_plan (learner_id, plan_id, document)
      select ${learnerId}, ${planId}, ${document}::jsonb
      where (select count(*) from own_plan where learner_id = ${learnerId}) < ${CUSTOM_PLANS_MAX}
      on conflict do nothing`.execute(trx)
    const { rows } = await sql`
      select from own_plan where learner_id = ${learnerId} and plan_id = ${planId}`.execute(trx)
    return rows.length > 0
  })
}

/**
 * @returns whether the plan exists
 * @throws {DomainError} conflict, `quota_exceeded`
 */
export async function changeCustomPlan(
  db: Db,
  learnerId: string,
  planId: string,
  plan: CustomPlan,
  at: Date,
): Promise<boolean> {
  return withinQuota(db, learnerId, plan, at, async (trx, document) => {
    const { numAffectedRows } = await sql`
      update own_plan set document = ${document}::jsonb, updated_at = now()
      where learner_id = ${learnerId} and plan_id = ${planId}`.execute(trx)
    return numAffectedRows === 1n
  })
}

/** Stores a plan while no other request of the learner can store one, so that the count stays valid. */
async function withinQuota<Result>(
  db: Db,
  learnerId: string,
  plan: CustomPlan,
  at: Date,
  store: (trx: Trx, document: string) => Promise<Result>,
): Promise<Result> {
  const document = JSON.stringify(plan)
  const amount = Buffer.byteLength(document)
  return db.transaction().execute(async (trx) => {
    await charge(trx, learnerId, [{ quota: 'custom-plan-text', amount, countsInTotal: false }], at)
    const result = await store(trx, document)
    const { rows } = await sql<{ bytes: number }>`
      select coalesce(sum(pg_column_size(document)), 0)::float8 as bytes
      from own_plan where learner_id = ${learnerId}`.execute(trx)
    if ((rows[0]?.bytes ?? 0) > QUOTAS['custom-plan-text'].total) {
      throw quotaExceeded('custom-plan-text', 'total')
    }
    return result
  })
}

export async function removeCustomPlan(db: Db, learnerId: string, planId: string): Promise<void> {
  await db.deleteFrom('own_plan').where('learner_id', '=', learnerId).where('plan_id', '=', planId).execute()
}

/** The plans that a learner has started, by id, newest first. */
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

/** The questions answered on a day in the learner's plans. @param since answers before it are of another day */
export async function readPlanQuestions(
  db: Db,
  learnerId: string,
  { day, since }: { day: string; since: Date },
): Promise<string[]> {
  const { rows } = await sql<{ question_id: string }>`
    select question_id from learner_plan
    join learner_answer using (learner_id, plan_id)
    where learner_id = ${learnerId} and answered_at >= greatest(started_at, ${since}) and day = ${day}`.execute(
    db,
  )
  return rows.map((row) => row.question_id)
}

/** The answers in each plan since its start; late answers count on the day they were given. */
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
