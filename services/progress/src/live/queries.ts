import type { ProgressSummary } from '@rehearse/contracts'
import { type Kysely, sql } from 'kysely'
import { toStanding } from '../db/standing-repository.ts'
import type { ProgressTables } from '../db/tables.ts'
import { learnerStream } from '../domain/answer-event.ts'
import { noStanding } from '../domain/standing.ts'
import { toSummary } from '../queries/progress/progress-view.ts'

/** Where the log ends: the global position of its last event, 0 while there is none. */
export async function readHead(db: Kysely<ProgressTables>): Promise<number> {
  const { rows } = await sql<{ head: number }>`
    select coalesce(max(global_position), 0) as head from event`.execute(db)
  return rows[0]?.head ?? 0
}

/** By learner, what has happened after a position and up to another: types of events, each once. */
export async function readHappenings(
  db: Kysely<ProgressTables>,
  learnerIds: readonly string[],
  { after, upTo }: { after: number; upTo: number },
): Promise<Map<string, string[]>> {
  if (upTo <= after || learnerIds.length === 0) return new Map()
  const { rows } = await sql<{ stream_id: string; types: string[] }>`
    select stream_id, array_agg(distinct type) as types from event
    where global_position > ${after} and global_position <= ${upTo}
      and stream_id = any(${learnerIds.map(learnerStream)}::text[])
    group by stream_id`.execute(db)
  const types = new Map(rows.map((row) => [row.stream_id, row.types]))
  return new Map(
    learnerIds.flatMap((id) => {
      const happened = types.get(learnerStream(id))
      return happened ? [[id, happened] as const] : []
    }),
  )
}

/** How each of some learners stands now. */
export async function readSummaries(
  db: Kysely<ProgressTables>,
  learnerIds: readonly string[],
  now: Date,
): Promise<Map<string, ProgressSummary>> {
  const { rows } = await sql<{ learner_id: string } & Parameters<typeof toStanding>[0]>`
    select * from learner_totals where learner_id = any(${learnerIds}::text[])`.execute(db)
  const standings = new Map(rows.map((row) => [row.learner_id, toStanding(row)]))
  return new Map(learnerIds.map((id) => [id, toSummary(id, standings.get(id) ?? noStanding, now)]))
}
