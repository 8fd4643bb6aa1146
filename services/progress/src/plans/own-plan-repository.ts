import { OWN_PLANS_MAX, type OwnPlan } from '@rehearse/contracts'
import { type Kysely, sql } from 'kysely'
import type { ProgressTables } from '../db/tables.ts'

type Db = Kysely<ProgressTables>

/** A learner's own plans by id, newest first. */
export async function readOwnPlans(db: Db, learnerId: string): Promise<Map<string, OwnPlan>> {
  const rows = await db
    .selectFrom('own_plan')
    .select(['plan_id', 'document'])
    .where('learner_id', '=', learnerId)
    .orderBy('created_at', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.plan_id, row.document]))
}

/**
 * Makes a plan while there is room; one of that id stays as it is.
 * @returns whether it is there
 */
export async function storeOwnPlan(
  db: Db,
  learnerId: string,
  planId: string,
  plan: OwnPlan,
): Promise<boolean> {
  await sql`
    insert into own_plan (learner_id, plan_id, document)
    select ${learnerId}, ${planId}, ${JSON.stringify(plan)}::jsonb
    where (select count(*) from own_plan where learner_id = ${learnerId}) < ${OWN_PLANS_MAX}
    on conflict do nothing`.execute(db)
  const { rows } = await sql`
    select from own_plan where learner_id = ${learnerId} and plan_id = ${planId}`.execute(db)
  return rows.length > 0
}

/** @returns whether there is such a plan */
export async function changeOwnPlan(
  db: Db,
  learnerId: string,
  planId: string,
  plan: OwnPlan,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update own_plan set document = ${JSON.stringify(plan)}::jsonb, updated_at = now()
    where learner_id = ${learnerId} and plan_id = ${planId}`.execute(db)
  return numAffectedRows === 1n
}

export async function removeOwnPlan(db: Db, learnerId: string, planId: string): Promise<void> {
  await db.deleteFrom('own_plan').where('learner_id', '=', learnerId).where('plan_id', '=', planId).execute()
}
