import { sql } from 'kysely'
import type { Trx } from '../tables.ts'

/** Adds to the counts. In the order of ids, so that two replicas that count at once can't wait for each other. */
export async function addUsage(trx: Trx, answers: ReadonlyMap<string, number>): Promise<void> {
  await sql`
    insert into question_usage (question_id, usage_count)
    select * from unnest(${[...answers.keys()]}::uuid[], ${[...answers.values()]}::bigint[]) as given (id, count)
    order by id
    on conflict (question_id) do update set usage_count = question_usage.usage_count + excluded.usage_count`.execute(
    trx,
  )
}
