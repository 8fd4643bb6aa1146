import type { EventLog, RecordedEvent } from '@rehearse/event-store'
import type { Kysely } from 'kysely'
import type { LearnerWrite } from '../commands/learner-write.ts'
import { learnerStream } from '../domain/answer-event.ts'
import { isReset } from '../domain/reset-event.ts'
import { activityProjection, addDays } from '../projections/activity/projection.ts'
import { projections } from '../projections/index.ts'
import { storeStandings } from './standing-repository.ts'
import type { ProgressTables } from './tables.ts'

/**
 * Records what was decided of some learners, and folds it into every read model, in one transaction. The standings are
 * the decided ones: they hold as long as the stream is where the decision found it, which the append makes sure of.
 * @throws {DomainError} conflict, `expected_version_mismatch`, when it is not: read and decide again
 */
export async function commitLearners(
  db: Kysely<ProgressTables>,
  log: EventLog,
  writes: readonly LearnerWrite[],
): Promise<RecordedEvent[]> {
  const meant = writes.filter((write) => write.events.length > 0)
  if (meant.length === 0) return []
  return db.transaction().execute(async (trx) => {
    const events = await log.append(
      trx,
      meant.map(({ head, learner, events }) => ({
        streamId: learnerStream(learner.learnerId),
        expectedVersion: head.version,
        wrappedKey: head.wrappedKey,
        events,
      })),
    )
    if (events.some(isReset)) {
      for (const projection of projections) await projection.apply(trx, events)
      return events
    }
    await addDays(trx, events)
    await storeStandings(trx, new Map(meant.map(({ learner }) => [learner.learnerId, learner.standing])))
    for (const projection of projections) {
      if (projection !== activityProjection) await projection.apply(trx, events)
    }
    return events
  })
}
