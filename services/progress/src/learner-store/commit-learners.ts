import { hash as digest } from 'node:crypto'
import { DomainError } from '@rehearse/contracts/errors'
import type {
  EventLog,
  EventMetadata,
  NewEvent,
  RecordedEvent,
  StreamHead,
  Transact,
} from '@rehearse/event-store'
import type { Badge } from '../learner/badges.ts'
import { award, derive, type Outcome } from '../learner/derived-events.ts'
import { schemaVersions } from '../learner/event-catalog.ts'
import { type LearnerEvent, learnerStream } from '../learner/events.ts'
import type { Learner } from '../learner/state.ts'
import type { ProgressTables, Trx } from '../tables.ts'

/**
 * Appends the decided events of some learners in one transaction; the read models follow the log.
 * @throws {DomainError} conflict, `expected_version_mismatch`: read and decide again
 */
export async function commitLearners(
  transaction: Transact<ProgressTables>,
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
    const recorded = new Set(events.map(({ streamId }) => streamId))
    for (const { learner, alongside } of meant) {
      // Skipped if the learner's events were already in the log.
      if (recorded.has(learnerStream(learner.learnerId))) await alongside?.(trx)
    }
    return events
  })
}

/** Events to append, and the learner after them. */
export interface LearnerWrite {
  head: StreamHead
  learner: Learner
  events: readonly NewEvent[]
  /** Runs in the transaction after the append, unless the events were already in the log. */
  alongside?: ((trx: Trx) => Promise<void>) | undefined
}

/** How often to retry when another replica wrote the same learner's stream first. */
const racesRun = 5

/** Retries an attempt that lost a race, starting with its reads. */
export async function retryLostRace<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let race = 1; ; race += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (!isLostRace(error) || race === racesRun) throw error
    }
  }
}

/** @throws {DomainError} gone, for an erased learner */
export function requireNotErased(head: StreamHead): void {
  if (head.isErased) throw accountErased()
}

export const accountErased = (): DomainError =>
  new DomainError({ kind: 'gone', code: 'account_erased', message: 'This account has been deleted' })

const lostRace = 'expected_version_mismatch'
const recordedAlready = 'This was recorded meanwhile'

/** An event to append is already in the log: an earlier copy of the same command won the race. */
export const alreadyRecorded = (): DomainError =>
  new DomainError({ kind: 'conflict', code: lostRace, message: recordedAlready })

export const isAlreadyRecorded = (error: unknown): boolean =>
  isLostRace(error) && error.message === recordedAlready

export const isLostRace = (error: unknown): error is DomainError =>
  error instanceof DomainError && error.code === lostRace

/** An event with its id. If a client may send a command twice, the id is derived from the client's. */
export type IdentifiedEvent = LearnerEvent & { eventId: string }

interface WithDerivedEvents {
  /** The learner after the events. */
  learner: Learner
  /** The events with their derived events, in order, ready to append. */
  events: NewEvent[]
}

/** The data needed to derive events, besides the learner. */
interface RecordingContext {
  /** All badges that can be earned. */
  badges: readonly Badge[]
  at: Date
  metadata: EventMetadata
}

/** The events of a command with all their derived events, to record together. */
export function withDerivedEvents(
  learner: Learner,
  decided: readonly IdentifiedEvent[],
  { badges, at, metadata }: RecordingContext,
): WithDerivedEvents {
  let current = learner
  const events: NewEvent[] = []
  for (const { eventId, ...event } of decided) {
    const outcome = derive(current, event, badges, at)
    current = outcome.learner
    events.push(newEvent(eventId, event, metadata), ...toNewEvents(outcome, eventId, metadata))
  }
  return { learner: current, events }
}

/** Badges due without a new event: they were defined after the learner met their rules. */
export function awardDueBadges(
  learner: Learner,
  { badges, at, metadata }: RecordingContext,
): WithDerivedEvents {
  const outcome: Outcome = { learner, derivedEvents: [] }
  award(outcome, badges, at)
  return { learner: outcome.learner, events: toNewEvents(outcome, learner.learnerId, metadata, null) }
}

/** Ids of derived events depend on their cause alone, so deciding again gives the same events. */
const toNewEvents = (
  { derivedEvents }: Outcome,
  source: string,
  metadata: EventMetadata,
  causationId: string | null = source,
): NewEvent[] =>
  derivedEvents.map(({ event, about }) =>
    newEvent(eventIdOf(source, event.type, about), event, { ...metadata, causationId }),
  )

const newEvent = (eventId: string, { type, data }: LearnerEvent, metadata: EventMetadata): NewEvent => ({
  eventId,
  type,
  schemaVersion: schemaVersions[type],
  data,
  metadata,
})

/**
 * A name-based UUID (RFC 9562, version 8): the same parts always give the same id, so that the log rejects duplicates.
 */
export function eventIdOf(...parts: readonly string[]): string {
  const hash = digest('sha256', parts.join('/'), 'buffer')
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80
  const hex = hash.toString('hex', 0, 16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** Includes the learner, so that no one can block another learner's answer id. */
export function answerEventId(learnerId: string, answerId: string): string {
  return eventIdOf(learnerId, answerId.toLowerCase())
}
