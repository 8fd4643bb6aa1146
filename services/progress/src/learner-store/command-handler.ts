import { keyReused } from '@rehearse/contracts'
import { type EventLog, type EventMetadata, inTransaction, type RecordedEvent } from '@rehearse/event-store'
import { currentContext } from '@rehearse/service-kit'
import type { LearnerEvent } from '../learner/events.ts'
import { type Learner, newLearner } from '../learner/state.ts'
import { badgeCache, readBadges } from '../question-copies/definition-repository.ts'
import { readActiveDays } from '../read-models/activity.ts'
import type { ReadModels } from '../read-models/follow-log.ts'
import type { Db, Trx } from '../tables.ts'
import {
  commitLearners,
  type IdentifiedEvent,
  requireNotErased,
  retryLostRace,
  withDerivedEvents,
} from './commit-learners.ts'
import type { LearnerCache } from './learner-cache.ts'
import { readHeads, readLearners } from './learner-repository.ts'
import { type Charge, charge, requireQuotas } from './usage-repository.ts'

export interface Command {
  learnerId: string
  metadata: EventMetadata
  /** When the command was received. */
  at: Date
  /**
   * Returns the command's events for the learner; none if it was handled before. It may read more from the database:
   * if the learner changes before the events are recorded, it is called again, so it must have no side effects.
   */
  decide(learner: Learner): readonly IdentifiedEvent[] | Promise<readonly IdentifiedEvent[]>
  /** The amounts charged to the learner's quotas. */
  charges?: readonly Charge[]
  /** Stores related rows in the same transaction. */
  alongside?: (trx: Trx) => Promise<void>
}

export interface CommandResult {
  /** The events and their derived events (freezes, badges, milestones), in order. */
  events: RecordedEvent[]
  /** The learner after the events. */
  learner: Learner
}

/**
 * Handles any command of a learner except answers, which are committed in groups.
 *
 * One transaction appends the events with their derived events at the version that was read; nothing else is locked.
 * A lost race is retried up to five times. When it returns, every read model includes the events.
 * @throws {DomainError} whatever `decide` throws; conflict, `quota_exceeded`; gone, `account_erased`; conflict, when
 *   all races were lost
 */
export type CommandHandler = (command: Command) => Promise<CommandResult>

/** @param cache drops the learner, whose state has changed */
export function commandHandler(
  db: Db,
  log: EventLog,
  cache: Pick<LearnerCache, 'forget'>,
  readModels: Pick<ReadModels, 'reach' | 'recorded'>,
): CommandHandler {
  const badges = badgeCache(() => readBadges(db))
  return ({ learnerId, metadata, at, decide, charges = [], alongside }) =>
    retryLostRace(async () => {
      const head = (await readHeads(db, log, [learnerId])).get(learnerId)
      if (head === undefined) throw new Error('every stream has a head')
      requireNotErased(head)
      // The data that `decide` reads belongs to this head or a later one; the append detects a later one.
      await readModels.reach(learnerId)
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
      if (events.length > 0) await requireQuotas(db, learnerId, charges, at)
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
      if (recorded.length > 0) {
        cache.forget([learnerId])
        readModels.recorded(recorded)
      }
      // Also for a command that was handled before, perhaps a moment ago by another replica.
      await readModels.reach(learnerId)
      return { learner, events: recorded }
    })
}

/**
 * Whether a command was handled before.
 * @param isSame whether the recorded event is the one that the command asks for
 * @throws {DomainError} conflict, `idempotency_key_reused`, if the recorded event is a different one
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

/** Event metadata of the current request. */
export function requestMetadata(): EventMetadata {
  const context = currentContext()
  return {
    correlationId: context?.correlationId ?? null,
    causationId: context?.causationId ?? null,
    ...(context?.traceparent !== undefined && { traceparent: context.traceparent }),
  }
}
