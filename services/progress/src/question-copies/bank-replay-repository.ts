import type { ReplayPlace } from '@rehearse/contracts'
import { type Kysely, sql } from 'kysely'
import type { ProgressTables } from '../tables.ts'

type Db = Kysely<ProgressTables>

export interface ReplayState {
  /** Where the last page ended; null at the beginning. */
  after: ReplayPlace | null
  finished: boolean
}

/** How far the replay of a generation has come; it begins now where it hasn't yet. */
export async function readReplay(db: Db, generation: number): Promise<ReplayState> {
  await sql`insert into bank_replay (generation) values (${generation}) on conflict do nothing`.execute(db)
  const { rows } = await sql<ReplayState>`
    select after, finished_at is not null as finished from bank_replay where generation = ${generation}`.execute(
    db,
  )
  return rows[0] ?? { after: null, finished: false }
}

/** Notes where a page ended, or that it was the last. */
export async function advanceReplay(db: Db, generation: number, next: ReplayPlace | null): Promise<void> {
  await sql`
    update bank_replay
    set after = ${next && JSON.stringify(next)}::jsonb, finished_at = case when ${next === null} then now() end
    where generation = ${generation}`.execute(db)
}
