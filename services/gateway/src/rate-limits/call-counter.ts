import { LRUCache } from 'lru-cache'

interface Window {
  calls: number
  endsAt: number
}

export interface Counted {
  /** Whether it fits below the limit; if not, it was not counted. */
  fits: boolean
  /** What is left of the limit in this window. */
  left: number
  /** How long this window lasts, rounded up. */
  secondsLeft: number
}

/** Milliseconds. */
const length = 60_000
/** Callers; the least recent is dropped first. */
const remembered = 50_000

/** Counts each caller's requests in windows of a minute that begin with the first one. */
export class CallCounter {
  readonly #windows = new LRUCache<string, Window>({ max: remembered })
  readonly #limit: number
  readonly #now: () => number

  /** @param now milliseconds, rising */
  constructor(limit: number, now: () => number = () => performance.now()) {
    this.#limit = limit
    this.#now = now
  }

  /** @param cost counted as a whole or not at all */
  count(caller: string, cost = 1): Counted {
    const now = this.#now()
    let window = this.#windows.get(caller)
    if (window === undefined || window.endsAt <= now) {
      window = { calls: 0, endsAt: now + length }
      this.#windows.set(caller, window)
    }
    const fits = window.calls + cost <= this.#limit
    if (fits) window.calls += cost
    // What was added to a fraction is not always what comes out of it again.
    const remaining = Math.min(length, window.endsAt - now)
    return { fits, left: this.#limit - window.calls, secondsLeft: Math.ceil(remaining / 1_000) }
  }
}
