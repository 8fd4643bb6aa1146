import type { FastifyRateLimitStore } from '@fastify/rate-limit'
import { LRUCache } from 'lru-cache'
import type { RouteLimit } from '../routes.ts'

interface Window {
  calls: number
  endsAt: number
}

type Done = Parameters<FastifyRateLimitStore['incr']>[1]

/** Maximum number of callers of all classes; the least recent is dropped first. */
const remembered = 200_000

/** Encodes a limit, cost and caller as text, the only thing the plugin passes to its store. */
export const callKey = (limit: RouteLimit, cost: number, caller: string) => `${limit} ${cost} ${caller}`

/**
 * The plugin's store: each class counts a caller's requests in windows that begin with the first one. A cost is
 * counted as a whole or not at all; the plugin's own store counts every request as one, and each route separately.
 */
export class CallCounter implements FastifyRateLimitStore {
  readonly #windows = new LRUCache<string, Window>({ max: remembered })

  incr(key: string, done: Done, length: number, limit: number): void {
    const [name, cost, caller] = key.split(' ')
    const now = performance.now()
    let window = this.#windows.get(`${name} ${caller}`)
    if (window === undefined || window.endsAt <= now) {
      window = { calls: 0, endsAt: now + length }
      this.#windows.set(`${name} ${caller}`, window)
    }
    const calls = window.calls + Number(cost)
    if (calls <= limit) window.calls = calls
    // Capped, since adding and subtracting fractions can round up.
    done(null, { current: calls, ttl: Math.min(length, window.endsAt - now) })
  }

  child(): this {
    return this
  }
}
