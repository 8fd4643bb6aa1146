import type { EventMetadata, NewEvent } from '@rehearse/event-store'
import type { Badge } from '../learner/badges.ts'
import { award, follow, type Outcome } from '../learner/consequences.ts'
import { schemaVersions } from '../learner/event-catalog.ts'
import type { Fact } from '../learner/fact.ts'
import type { Learner } from '../learner/learner.ts'
import { eventIdOf } from './event-id.ts'

/** A fact with the id it is recorded under: for what a client may send twice, one that follows from the client's. */
export type NamedFact = Fact & { eventId: string }

export interface FollowUp {
  /** The learner when all of it is recorded. */
  learner: Learner
  /** The facts and what follows from each, in order, ready to be appended. */
  events: NewEvent[]
}

/** What following up takes from its surroundings. */
export interface Circumstances {
  /** All badges that can be earned. */
  badges: readonly Badge[]
  at: Date
  metadata: EventMetadata
}

/** The facts of a command with all their consequences, which are recorded with them. */
export function followUp(
  learner: Learner,
  facts: readonly NamedFact[],
  { badges, at, metadata }: Circumstances,
): FollowUp {
  let current = learner
  const events: NewEvent[] = []
  for (const { eventId, ...fact } of facts) {
    const outcome = follow(current, fact, badges, at)
    current = outcome.learner
    events.push(newEvent(eventId, fact, metadata), ...named(outcome, eventId, metadata))
  }
  return { learner: current, events }
}

/** What a learner is due though nothing happened: badges that were defined after they had earned them. */
export function followNothing(learner: Learner, { badges, at, metadata }: Circumstances): FollowUp {
  const outcome: Outcome = { learner, consequences: [] }
  award(outcome, badges, at)
  return { learner: outcome.learner, events: named(outcome, learner.learnerId, metadata, null) }
}

/** Consequences are named after their cause: decided again, they are the same facts. */
const named = (
  { consequences }: Outcome,
  source: string,
  metadata: EventMetadata,
  causationId: string | null = source,
): NewEvent[] =>
  consequences.map(({ fact, about }) =>
    newEvent(eventIdOf(source, fact.type, about), fact, { ...metadata, causationId }),
  )

const newEvent = (eventId: string, { type, data }: Fact, metadata: EventMetadata): NewEvent => ({
  eventId,
  type,
  schemaVersion: schemaVersions[type],
  data,
  metadata,
})
