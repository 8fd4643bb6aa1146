import type { Kysely, Transaction } from 'kysely'
import type { ProgressTables } from '../db/tables.ts'

/** By whose days an answer counts that doesn't say: the learner's preference, else UTC. */
export async function preferredTimeZone(db: Kysely<ProgressTables>, learnerId: string): Promise<string> {
  const row = await db
    .selectFrom('learner_time_zone')
    .select('time_zone')
    .where('learner_id', '=', learnerId)
    .executeTakeFirst()
  return row?.time_zone ?? 'UTC'
}

export async function storePreferredTimeZone(
  trx: Transaction<ProgressTables>,
  learnerId: string,
  timeZone: string,
): Promise<void> {
  await trx
    .insertInto('learner_time_zone')
    .values({ learner_id: learnerId, time_zone: timeZone })
    .onConflict((conflict) => conflict.column('learner_id').doUpdateSet({ time_zone: timeZone }))
    .execute()
}
