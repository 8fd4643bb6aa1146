import { OWN_PLANS_MAX, type OwnPlan, QUOTAS, quotaExceeded } from '@rehearse/contracts'
import { type Kysely, sql, type Transaction } from 'kysely'
import { charge } from '../learner-store/usage-repository.ts'
import type { ProgressTables } from '../tables.ts'

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
 * @throws {DomainError} conflict, `quota_exceeded`
 */
export async function storeOwnPlan(
  db: Db,
  learnerId: string,
  planId: string,
  plan: OwnPlan,
  at: Date,
): Promise<boolean> {
  return withinQuota(db, learnerId, plan, at, async (trx, document) => {
    await sql`
      insert into own_plan (learner_id, plan_id, document)
      select ${learnerId}, ${planId}, ${document}::jsonb
      where (select count(*) from own_plan where learner_id = ${learnerId}) < ${OWN_PLANS_MAX}
      on conflict do nothing`.execute(trx)
    const { rows } = await sql`
      select from own_plan where learner_id = ${learnerId} and plan_id = ${planId}`.execute(trx)
    return rows.length > 0
  })
}

/**
 * @returns whether there is such a plan
 * @throws {DomainError} conflict, `quota_exceeded`
 */
export async function changeOwnPlan(
  db: Db,
  learnerId: string,
  planId: string,
  plan: OwnPlan,
  at: Date,
): Promise<boolean> {
  return withinQuota(db, learnerId, plan, at, async (trx, document) => {
    const { numAffectedRows } = await sql`
      update own_plan set document = ${document}::jsonb, updated_at = now()
      where learner_id = ${learnerId} and plan_id = ${planId}`.execute(trx)
    return numAffectedRows === 1n
  })
}

/** Stores a plan with no other request of the learner storing one meanwhile, so that what is counted holds. */
async function withinQuota<Result>(
  db: Db,
  learnerId: string,
  plan: OwnPlan,
  at: Date,
  store: (trx: Transaction<ProgressTables>, document: string) => Promise<Result>,
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

export async function removeOwnPlan(db: Db, learnerId: string, planId: string): Promise<void> {
  await db.deleteFrom('own_plan').where('learner_id', '=', learnerId).where('plan_id', '=', planId).execute()
}
