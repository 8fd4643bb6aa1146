import { Pool } from 'undici'
import type { Ask } from './journeys/journey.ts'

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
 * Asks the one target, and nobody else: redirects are not followed. Connections are opened as they are needed and used
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
