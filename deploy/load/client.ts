import { setTimeout as delay } from 'node:timers/promises'
import { Pool } from 'undici'
import type { Accounts, Ask, Visit } from './journey.ts'

/** How a request ended. Of the first alone it can be said how long an answer takes. */
export type Outcome = 'answered' | 'limited' | 'refused' | 'failed' | 'timed-out' | 'unreachable'

export interface Answered {
  outcome: Outcome
  status: number | null
  /** Seconds to wait, where the target says so. */
  retryAfter: number | null
  text: string
}

export interface Client {
  ask(ask: Ask, address: string | null): Promise<Answered>
  close(): Promise<void>
}

/**
 * Asks the one target, and no one else: redirects are not followed. Connections are opened as they are needed and used
 * again, without an upper limit: a queue in front of them would be ours and not the target's.
 * @param timeout milliseconds until an answer must be there, all of it
 * @param signal gives up whatever is under way
 */
export function openClient(target: URL, timeout: number, signal: AbortSignal): Client {
  const pool = new Pool(target.origin, { connections: null, pipelining: 1, connect: { timeout } })
  return {
    ask: async ({ method = 'GET', path, token, body }, address) => {
      try {
        const reply = await pool.request({
          method,
          path,
          headers: {
            accept: 'application/json',
            ...(token && { authorization: `Bearer ${token}` }),
            ...(body && { 'content-type': 'application/json' }),
            ...(address && { 'x-forwarded-for': address }),
          },
          body: body ? JSON.stringify(body) : null,
          headersTimeout: 0,
          bodyTimeout: 0,
          signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
        })
        const text = await reply.body.text()
        const { statusCode: status } = reply
        const retryAfter = Number(reply.headers['retry-after'] ?? Number.NaN)
        return {
          outcome: outcomeOf(status),
          status,
          retryAfter: Number.isNaN(retryAfter) ? null : retryAfter,
          text,
        }
      } catch (error) {
        signal.throwIfAborted()
        const outcome = (error as Error).name === 'TimeoutError' ? 'timed-out' : 'unreachable'
        return { outcome, status: null, retryAfter: null, text: (error as Error).message }
      }
    },
    close: () => pool.destroy(),
  }
}

function outcomeOf(status: number): Outcome {
  if (status < 400) return 'answered'
  if (status === 429) return 'limited'
  return status < 500 ? 'refused' : 'failed'
}

/** One request, as it is reported to the recorder; all in milliseconds. */
export interface Timed {
  step: string
  outcome: Outcome
  status: number | null
  /** From the moment at which it was to be asked until its answer was read. */
  latency: number
  /** How much of that was our own being late. */
  lag: number
}

interface VisitOptions {
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
      // Exponential, but no one falls asleep.
      due += Math.min(5, -Math.log(1 - random())) * options.thinking
      const left = due - performance.now()
      if (left > 0) await delay(left, undefined, { signal })
    },
  }
}
