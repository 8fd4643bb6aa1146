import type { EventLog, RecordedEvent } from '@rehearse/event-store'
import type { Kysely } from 'kysely'
import { learnerStream } from '../learner/answer-event.ts'
import type { Fact } from '../learner/fact.ts'
import { type FoldedLearner, foldLearner, nobodyYet } from '../learner/fold-learner.ts'
import type { ProgressTables } from '../tables.ts'

export interface Step {
  event: RecordedEvent & Fact
  before: FoldedLearner
  after: FoldedLearner
}

/** Few enough that nobody else waits long while they are folded: some ten milliseconds. */
const chunk = 500

/** Goes through a learner's facts from the first one, and tells how they stood before and after each. */
export async function* walkLearner(
  db: Kysely<ProgressTables>,
  log: EventLog,
  learnerId: string,
): AsyncGenerator<Step> {
  let learner = nobodyYet()
  for (let version = 1; ; ) {
    const events = await log.reader(db).readStream(learnerStream(learnerId), version, chunk)
    for (const event of events) {
      if (event.shredded) return
      const fact = event as RecordedEvent & Fact
      const before = learner
      learner = foldLearner(before, fact)
      yield { event: fact, before, after: learner }
    }
    if (events.length < chunk) return
    version += events.length
  }
}
