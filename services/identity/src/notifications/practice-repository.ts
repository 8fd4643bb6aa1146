import { sql } from 'kysely'
import type { Trx } from '../tables.ts'

/** Notes when learners practised; of several times the latest counts. Who is no learner (any more) is passed by. */
export async function notePractice(
  trx: Trx,
  practised: readonly { learnerId: string; at: string }[],
): Promise<void> {
  await sql`
    insert into practice (learner_id, last_practised_at)
    select uid, max(at) from jsonb_to_recordset(${JSON.stringify(practised)}::jsonb) as p("learnerId" text, at timestamptz)
    join learner on uid::text = "learnerId"
    group by uid
    on conflict (learner_id) do update
      set last_practised_at = greatest(practice.last_practised_at, excluded.last_practised_at)`.execute(trx)
}
