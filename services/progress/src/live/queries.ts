import type { ProgressSummary } from '@rehearse/contracts'
import { sql } from 'kysely'
import { learnerStream } from '../learner/events.ts'
import { emptyState } from '../learner/state.ts'
import { toLearnerState } from '../read-models/activity.ts'
import { toSummary } from '../stats/progress-view.ts'
import type { Db } from '../tables.ts'

/** The end of the log: the global position of its last event, 0 if it is empty. */
export async function readHead(db: Db): Promise<number> {
  const { rows } = await sql<{ head: number }>`
    select coalesce(max(global_position), 0) as head from event`.execute(db)
  return rows[0]?.head ?? 0
}

/** The types of events that one learner caused after one position and up to another, each type once. */
export async function readRecentEvents(
  db: Db,
  learnerId: string,
  { after, upTo }: { after: number; upTo: number },
): Promise<string[]> {
  if (upTo <= after) return []
  const { rows } = await sql<{ type: string }>`
    select distinct type from event
    where stream_id = ${learnerStream(learnerId)} and global_position > ${after} and global_position <= ${upTo}
    order by type`.execute(db)
  return rows.map(({ type }) => type)
}

/**
 * The types of events after a position, by learner, and the end of the log. It reads the events of all learners:
 * there are fewer new events at any moment than connected learners, whose ids every query would have to contain.
 */
export async function readEventsSince(
  db: Db,
  after: number,
): Promise<{ upTo: number; eventTypesByLearner: Map<string, string[]> }> {
  const { rows } = await sql<{ stream_id: string; types: string[]; last: number }>`
    select stream_id, array_agg(distinct type) as types, max(global_position) as last from event
    where global_position > ${after} group by stream_id`.execute(db)
  return {
    upTo: rows.reduce((last, row) => Math.max(last, row.last), after),
    eventTypesByLearner: new Map(rows.map(({ stream_id, types }) => [learnerOf(stream_id), types])),
  }
}

/** The current summaries of some learners. */
export async function readSummaries(
  db: Db,
  learnerIds: readonly string[],
  now: Date,
): Promise<Map<string, ProgressSummary>> {
  const { rows } = await sql<{ learner_id: string } & Parameters<typeof toLearnerState>[0]>`
    select * from learner_totals where learner_id = any(${learnerIds}::text[])`.execute(db)
  const states = new Map(rows.map((row) => [row.learner_id, toLearnerState(row)]))
  return new Map(learnerIds.map((id) => [id, toSummary(id, states.get(id) ?? emptyState, now)]))
}

const learnerOf = (streamId: string): string => streamId.slice(learnerStream('').length)
