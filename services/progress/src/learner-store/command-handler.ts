import { keyReused } from '@rehearse/contracts'
import type { EventLog, EventMetadata, RecordedEvent } from '@rehearse/event-store'
import { currentContext } from '@rehearse/service-kit'
import type { LearnerEvent } from '../learner/events.ts'
import { type Learner, newLearner } from '../learner/state.ts'
import { badgeCache, readBadges } from '../question-copies/definition-repository.ts'
import type { Db, Trx } from '../tables.ts'
import {
  commitLearners,
  type IdentifiedEvent,
  inTransaction,
  refuseErased,
  retryLostRace,
  withDerivedEvents,
} from './commit-learners.ts'
import type { LearnerCache } from './learner-cache.ts'
import { readActiveDays, readHeads, readLearners } from './learner-repository.ts'
import { type Charge, charge, refuseIfSpent } from './usage-repository.ts'

export interface Command {
  learnerId: string
  metadata: EventMetadata
  /** When the order came in. */
  at: Date
  /**
   * Which facts follow from the order, given how the learner stands: none, if it was carried out before. What else it
   * has to know it reads here, from the database: should it change before the facts are recorded, and anything of the
   * learner with it, all is decided anew. So it may run several times and must change nothing itself.
   */
  decide(learner: Learner): readonly IdentifiedEvent[] | Promise<readonly IdentifiedEvent[]>
  /** What recording the facts takes of the learner's quotas. */
  charges?: readonly Charge[]
  /** Stores what belongs to the facts beside the log, in the same transaction. */
  alongside?: (trx: Trx) => Promise<void>
}

export interface CommandResult {
  /** The facts, and what followed from them (freezes, badges, milestones), in order. */
  events: RecordedEvent[]
  /** How the learner stands now. */
  learner: Learner
}

/**
 * Records facts of one learner: the way for every command but answers, which come in groups.
 *
 * One transaction appends them with their consequences at the version that was read, and folds the read models; nothing
 * else is locked. When somebody else was faster it is run again, at most five times.
 * @throws {DomainError} what `decide` throws; conflict, `quota_exceeded`; gone, `account_erased`; conflict, when all races were lost
 */
export type CommandHandler = (order: Command) => Promise<CommandResult>

/** @param atHand where the learner is to be forgotten, since they are further now */
export function commandHandler(db: Db, log: EventLog, cache: Pick<LearnerCache, 'forget'>): CommandHandler {
  const badges = badgeCache(() => readBadges(db))
  return ({ learnerId, metadata, at, decide, charges = [], alongside }) =>
    retryLostRace(async () => {
      const head = (await readHeads(db, log, [learnerId])).get(learnerId)
      if (head === undefined) throw new Error('every stream has a head')
      refuseErased(head)
      const [learners, days, earnable] = await Promise.all([
        readLearners(db, [learnerId]),
        readActiveDays(db, [learnerId]),
        badges(),
      ])
      const before = {
        ...(learners.get(learnerId) ?? newLearner(learnerId)),
        days: days.get(learnerId) ?? new Map(),
      }
      const decided = await decide(before)
      const { learner, events } = withDerivedEvents(before, decided, { badges: earnable, at, metadata })
      if (events.length > 0) await refuseIfSpent(db, learnerId, charges, at)
      const write = {
        head,
        learner,
        events,
        alongside: async (trx: Trx) => {
          await charge(trx, learnerId, charges, at)
          await alongside?.(trx)
        },
      }
      const recorded = await commitLearners(inTransaction(db), log, [write])
      if (recorded.length > 0) cache.forget([learnerId])
      return { learner, events: recorded }
    })
}

/**
 * Whether an order was carried out before, so that nothing is to be done any more.
 * @param isSame whether what is recorded is what the order asks for
 * @throws {DomainError} conflict, `idempotency_key_reused`, where it is something else
 */
export async function wasHandled(
  log: EventLog,
  db: Db,
  eventId: string,
  isSame: (recorded: RecordedEvent & LearnerEvent) => boolean,
): Promise<boolean> {
  const [recorded] = await log.reader(db).readById([eventId])
  if (recorded === undefined) return false
  if (!isSame(recorded as RecordedEvent & LearnerEvent)) throw keyReused()
  return true
}

/** What the events of the present request carry along. */
export function requestMetadata(): EventMetadata {
  const context = currentContext()
  return {
    correlationId: context?.correlationId ?? null,
    causationId: context?.causationId ?? null,
    ...(context?.traceparent !== undefined && { traceparent: context.traceparent }),
  }
}
