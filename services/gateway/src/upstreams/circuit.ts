/** Failures in a row after which nothing more is sent. */
const tolerated = 5
/** Milliseconds until one request is let through again to see whether it has come back; doubles while it hasn't. */
const firstPause = 500
const longestPause = 8_000

/**
 * A circuit breaker: closed it lets everything through, open nothing, half-open a single trial that decides.
 * A failure is what says that nobody is there (no connection, no reply in time), never a reply that we don't like.
 */
export class Circuit {
  readonly #now: () => number
  #failures = 0
  #pause = firstPause
  #openUntil = 0
  #isTrying = false

  /** @param now milliseconds, rising */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  get state(): 'closed' | 'open' | 'half-open' {
    if (this.#failures < tolerated) return 'closed'
    return this.#now() < this.#openUntil || this.#isTrying ? 'open' : 'half-open'
  }

  /** To be called as a request is sent; in a half-open circuit it is the trial. */
  begin(): void {
    if (this.#failures >= tolerated) this.#isTrying = true
  }

  succeed(): void {
    this.#failures = 0
    this.#pause = firstPause
    this.#isTrying = false
  }

  fail(): void {
    const wasTrial = this.#isTrying
    this.#failures += 1
    this.#isTrying = false
    if (this.#failures < tolerated) return
    if (wasTrial) this.#pause = Math.min(this.#pause * 2, longestPause)
    this.#openUntil = this.#now() + this.#pause
  }

  /** The request ended for a reason that says nothing about the other side: the client left. */
  abandon(): void {
    this.#isTrying = false
  }

  /** Milliseconds until it is worth trying again. */
  get retryAfter(): number {
    return Math.max(0, this.#openUntil - this.#now())
  }
}
