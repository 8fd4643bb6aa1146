import { setTimeout as delay } from 'node:timers/promises'
import type { Answered, Client, Outcome } from './client.ts'
import type { Accounts, Ask, Visit } from './journeys/journey.ts'

/** One request, as it is told to whoever keeps the figures; all in milliseconds. */
export interface Timed {
  step: string
  outcome: Outcome
  status: number | null
  /** From the moment at which it was to be asked until its answer was read. */
  latency: number
  /** How much of that was our own being late. */
  lag: number
}

export interface VisitOptions {
  client: Client
  accounts: Accounts
  random: () => number
  /** When it is to begin, on the clock of `performance.now()`. */
  due: number
  /** Milliseconds that somebody thinks, on average. */
  thinking: number
  /** Whom the requests claim to come from, where a proxy's word counts. */
  address: string | null
  signal: AbortSignal
  onSent(): void
  onTimed(timed: Timed): void
}

/** A step that was not answered well ends its journey. */
export class BrokenOff extends Error {
  readonly answered: Answered
  constructor(step: string, answered: Answered) {
    super(`${step}: ${answered.status ?? answered.outcome} ${answered.text.slice(0, 200)}`)
    this.answered = answered
  }
}

/**
 * Keeps the appointments of one journey. What comes next is due when the last answer was read and thought over, and is
 * timed from then on: if we come late ourselves, that is part of the figure and not left out of it.
 */
export function openVisit(options: VisitOptions): Visit {
  const { client, random, signal } = options
  let { due } = options
  return {
    accounts: options.accounts,
    random,
    step: async <Reply>(step: string, ask: Ask) => {
      signal.throwIfAborted()
      const sent = performance.now()
      options.onSent()
      const answered = await client.ask(ask, options.address)
      const now = performance.now()
      const { outcome, status } = answered
      options.onTimed({ step, outcome, status, latency: now - due, lag: sent - due })
      due = now
      if (outcome !== 'answered') throw new BrokenOff(step, answered)
      return JSON.parse(answered.text) as Reply
    },
    think: async () => {
      if (options.thinking === 0) return
      // Exponential, but nobody falls asleep.
      due += Math.min(5, -Math.log(1 - random())) * options.thinking
      const left = due - performance.now()
      if (left > 0) await delay(left, undefined, { signal })
    },
  }
}
