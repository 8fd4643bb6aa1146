import type { EventLog, RecordedEvent } from '@rehearse/event-store'
import { sql } from 'kysely'
import { type LearnerEvent, learnerStream } from '../learner/events.ts'
import { emptyState, type LearnerState, startReplay } from '../learner/state.ts'
import type { Db } from '../tables.ts'

export interface Step {
  event: RecordedEvent & LearnerEvent
  before: LearnerState
  after: LearnerState
}

/** Few enough that folding them blocks the event loop for only about ten milliseconds. */
const chunk = 500

/** Replays a learner's events and yields the state before and after each. */
export async function* walkLearner(db: Db, log: EventLog, learnerId: string): AsyncGenerator<Step> {
  const replay = startReplay()
  let state = emptyState
  for (let version = 1; ; ) {
    const events = await log.reader(db).readStream(learnerStream(learnerId), version, chunk)
    for (const event of events) {
      if (event.shredded) return
      const learnerEvent = event as RecordedEvent & LearnerEvent
      const before = state
      state = replay(learnerEvent)
      yield { event: learnerEvent, before, after: state }
    }
    if (events.length < chunk) return
    version += events.length
  }
}

/** The last stream version before the first event recorded after that time. */
export async function versionAsOf(
  db: Db,
  streamId: string,
  { head, asOf }: { head: number; asOf: Date },
): Promise<number> {
  const { rows } = await sql<{ later: number | null }>`
    select min(stream_version)::int as later from event
    where stream_id = ${streamId} and date_trunc('milliseconds', recorded_at) > ${asOf}`.execute(db)
  const later = rows[0]?.later ?? null
  return later === null ? head : later - 1
}
