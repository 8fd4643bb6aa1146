import { type EventLog, type RecordedEvent, together } from '@rehearse/event-store'
import type { Kysely, Transaction } from 'kysely'
import { learnerStream } from '../learner/answer-event.ts'
import { isReset } from '../learner/reset-event.ts'
import { activityProjection, addDays } from '../read-models/activity.ts'
import { projections } from '../read-models/projections.ts'
import type { ProgressTables } from '../tables.ts'
import type { LearnerWrite } from './learner-write.ts'
import { storeStandings } from './state-repository.ts'

/**
 * Records what was decided of some learners, and folds it into every read model, in one transaction. The standings are
 * the decided ones: they hold as long as the stream is where the decision found it, which the append makes sure of.
 * @throws {DomainError} conflict, `expected_version_mismatch`, when it is not: read and decide again
 */
export async function commitLearners(
  transaction: Transact,
  log: EventLog,
  writes: readonly LearnerWrite[],
): Promise<RecordedEvent[]> {
  const meant = writes.filter((write) => write.events.length > 0)
  if (meant.length === 0) return []
  return transaction(async (trx) => {
    const events = await log.append(
      trx,
      meant.map(({ head, learner, events }) => ({
        streamId: learnerStream(learner.learnerId),
        expectedVersion: head.version,
        wrappedKey: head.wrappedKey,
        generation: head.generation,
        events,
      })),
    )
    // Of one whose facts are in the log already, another replica has stored the standing, and maybe gone on since.
    const recorded = new Set(events.map(({ streamId }) => streamId))
    const moved = meant.filter(({ learner }) => recorded.has(learnerStream(learner.learnerId)))
    for (const { alongside } of moved) await alongside?.(trx)
    if (events.some(isReset)) {
      for (const projection of projections) await projection.apply(trx, events)
      return events
    }
    // Begun together, so that a connection that pipelines sends them together.
    await together([
      addDays(trx, events),
      storeStandings(trx, new Map(moved.map(({ learner }) => [learner.learnerId, learner.standing]))),
      ...projections
        .filter((projection) => projection !== activityProjection)
        .map((projection) => projection.apply(trx, events)),
    ])
    return events
  })
}

/** Runs work in a transaction: `inTransaction(db)`, or a pipeline's. */
export type Transact = <Result>(
  work: (trx: Transaction<ProgressTables>) => Promise<Result>,
) => Promise<Result>

export const inTransaction =
  (db: Kysely<ProgressTables>): Transact =>
  (work) =>
    db.transaction().execute(work)
