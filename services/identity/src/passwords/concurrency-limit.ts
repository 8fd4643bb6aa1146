import { DomainError } from '@rehearse/contracts'

/** Who waits: those we know go first, so that a flood of strangers delays them by one task at most. */
export type Lane = 'familiar' | 'strange'

/**
 * Runs at most so many tasks at a time; a bounded number of further ones wait in each lane, first come first served,
 * and what comes after that is refused at once rather than kept until nobody waits for the answer any more.
 */
export class ConcurrencyLimit {
  readonly #concurrency: number
  readonly #maxWaiting: number
  readonly #waiting: Record<Lane, (() => void)[]> = { familiar: [], strange: [] }
  #running = 0

  constructor(options: { concurrency: number; maxWaiting: number }) {
    this.#concurrency = options.concurrency
    this.#maxWaiting = options.maxWaiting
  }

  /** @throws {DomainError} 429 `too_many_requests` when the queue is full */
  async run<Result>(task: () => Promise<Result>, lane: Lane = 'strange'): Promise<Result> {
    await this.#enter(this.#waiting[lane])
    try {
      return await task()
    } finally {
      this.#leave()
    }
  }

  #enter(queue: (() => void)[]): Promise<void> {
    if (this.#running < this.#concurrency) {
      this.#running += 1
      return Promise.resolve()
    }
    if (queue.length >= this.#maxWaiting) return Promise.reject(tooMany())
    return new Promise((resolve) => queue.push(resolve))
  }

  /** The place goes straight to who waits longest: it is never free in between. */
  #leave(): void {
    const next = this.#waiting.familiar.shift() ?? this.#waiting.strange.shift()
    if (next) next()
    else this.#running -= 1
  }
}

function tooMany(): DomainError {
  return new DomainError({
    kind: 'too-many',
    code: 'too_many_requests',
    message: 'Too many requests, please try again later',
    retryAfterSeconds: 2,
  })
}
