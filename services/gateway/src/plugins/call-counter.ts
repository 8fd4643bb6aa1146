import { LRUCache } from 'lru-cache'

interface Window {
  calls: number
  endsAt: number
}

/** Milliseconds. */
const length = 60_000
/** Callers remembered; the least recent is forgotten first. */
const remembered = 50_000

/** Counts each caller's calls in windows of a minute that begin with the first. */
export class CallCounter {
  readonly #windows = new LRUCache<string, Window>({ max: remembered })
  readonly #now: () => number

  /** @param now milliseconds, rising */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** @returns how many there are in this window with this one, and how long it lasts, rounded up */
  count(caller: string): { calls: number; secondsLeft: number } {
    const now = this.#now()
    let window = this.#windows.get(caller)
    if (window === undefined || window.endsAt <= now) {
      window = { calls: 0, endsAt: now + length }
      this.#windows.set(caller, window)
    }
    window.calls += 1
    // What was added to a fraction is not always what comes out of it again.
    const left = Math.min(length, window.endsAt - now)
    return { calls: window.calls, secondsLeft: Math.ceil(left / 1_000) }
  }
}
