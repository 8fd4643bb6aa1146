import { isErased } from '@rehearse/event-store'
import { type Kysely, sql, type Transaction } from 'kysely'
import { learnerStream } from '../learner/answer-event.ts'
import type { ProgressTables } from '../tables.ts'

/** By whose days an answer counts that doesn't say: the learner's preference, else UTC. */
export async function preferredTimeZone(db: Kysely<ProgressTables>, learnerId: string): Promise<string> {
  const row = await db
    .selectFrom('learner_time_zone')
    .select('time_zone')
    .where('learner_id', '=', learnerId)
    .executeTakeFirst()
  return row?.time_zone ?? 'UTC'
}

/** Keeps what a learner prefers, unless they have said something else since, or are erased. */
export async function storePreferredTimeZone(
  trx: Transaction<ProgressTables>,
  { learnerId, timeZone, changedAt }: { learnerId: string; timeZone: string; changedAt: string },
): Promise<void> {
  await sql`
    insert into learner_time_zone (learner_id, time_zone, changed_at)
    select ${learnerId}, ${timeZone}, ${changedAt}
    where not ${isErased(sql`${learnerStream(learnerId)}`)}
    on conflict (learner_id) do update set time_zone = excluded.time_zone, changed_at = excluded.changed_at
    where coalesce(learner_time_zone.changed_at <= excluded.changed_at, true)`.execute(trx)
}
