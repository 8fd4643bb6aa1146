import { setTimeout as delay } from 'node:timers/promises'
import { openConnections } from './generator.ts'
import type { Accounts, Ask, Visit } from './journey.ts'

/** How a request ended. Latencies are those of `answered` alone. */
export type Outcome = 'answered' | 'limited' | 'refused' | 'failed' | 'timed-out' | 'unreachable'

export interface Answered {
  outcome: Outcome
  status: number | null
  /** Seconds to wait, if the target says so. */
  retryAfter: number | null
  text: string
}

export interface Client {
  ask(ask: Ask, address: string | null): Promise<Answered>
  close(): Promise<void>
}

/**
 * Sends requests to the target.
 * @param timeout milliseconds until the whole response must have arrived
 * @param signal aborts requests in progress
 */
export function openClient(target: URL, timeout: number, signal: AbortSignal): Client {
  const connections = openConnections(target.origin, timeout)
  signal.addEventListener('abort', connections.close)
  return {
    ask: async ({ method = 'GET', path, token, body }, address) => {
      signal.throwIfAborted()
      try {
        const {
          status,
          headers,
          body: sent,
        } = await connections.send({
          method,
          path,
          headers: {
            accept: 'application/json',
            ...(token && { authorization: `Bearer ${token}` }),
            ...(body && { 'content-type': 'application/json' }),
            ...(address && { 'x-forwarded-for': address }),
          },
          body: body ? JSON.stringify(body) : null,
        })
        const retryAfter = Number(headers['retry-after'] ?? Number.NaN)
        return {
          outcome: outcomeOf(status),
          status,
          retryAfter: Number.isNaN(retryAfter) ? null : retryAfter,
          text: sent.toString(),
        }
      } catch (error) {
        signal.throwIfAborted()
        const outcome = (error as Error).name === 'TimeoutError' ? 'timed-out' : 'unreachable'
        return { outcome, status: null, retryAfter: null, text: (error as Error).message }
      }
    },
    close: connections.close,
  }
}

function outcomeOf(status: number): Outcome {
  if (status < 400) return 'answered'
  if (status === 429) return 'limited'
  return status < 500 ? 'refused' : 'failed'
}

/** One request, as reported to the recorder; all in milliseconds. */
export interface Timed {
  step: string
  outcome: Outcome
  status: number | null
  /** From the moment when it was due until its response was read. */
  latency: number
  /** The part of that which was our own delay. */
  lag: number
}

interface VisitOptions {
  client: Client
  accounts: Accounts
  random: () => number
  /** When it is due, on the clock of `performance.now()`. */
  due: number
  /** Average think time in milliseconds. */
  thinking: number
  /** The client address that requests claim, for targets that trust this proxy. */
  address: string | null
  signal: AbortSignal
  onSent(): void
  onTimed(timed: Timed): void
}

/** A step without a good response ends its journey. */
export class BrokenOff extends Error {
  readonly answered: Answered
  constructor(step: string, answered: Answered) {
    super(`${step}: ${answered.status ?? answered.outcome} ${answered.text.slice(0, 200)}`)
    this.answered = answered
  }
}

/**
 * Schedules the requests of one journey. The next is due when the last response was read plus the think time, and its
 * latency counts from then: our own delays are part of the figure.
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
      // Exponential, with an upper bound.
      due += Math.min(5, -Math.log(1 - random())) * options.thinking
      const left = due - performance.now()
      if (left > 0) await delay(left, undefined, { signal })
    },
  }
}
