import { type Kysely, sql } from 'kysely'
import type { ProgressTables } from '../tables.ts'

/** The last version of a stream before the first event that was recorded later: where a walk up to then ends. */
export async function versionAsOf(
  db: Kysely<ProgressTables>,
  streamId: string,
  { head, asOf }: { head: number; asOf: Date },
): Promise<number> {
  const { rows } = await sql<{ later: number | null }>`
    select min(stream_version)::int as later from event
    where stream_id = ${streamId} and date_trunc('milliseconds', recorded_at) > ${asOf}`.execute(db)
  const later = rows[0]?.later ?? null
  return later === null ? head : later - 1
}
