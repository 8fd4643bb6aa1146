import { ISSUE_LISTING, type ListedIssue } from '@rehearse/contracts'
import type { FastifyBaseLogger } from 'fastify'

export interface Fetched {
  issues: readonly ListedIssue[]
  at: Date
}

export interface IssueCacheOptions {
  fetch(signal: AbortSignal): Promise<ListedIssue[]>
  log: FastifyBaseLogger
  /** Milliseconds that reading the whole list may take. */
  timeLimit?: number
  /** Milliseconds after which it is read anew. */
  maxAge?: number
  /** Milliseconds of rest after a failure. */
  retryAfter?: number
}

/**
 * The last list that was read. Asking never waits for the host: what is too old is given once more, and read anew
 * meanwhile; a failure keeps what is there.
 */
export class IssueCache {
  readonly #options: Required<IssueCacheOptions>
  readonly #closing = new AbortController()
  #last: Fetched | null = null
  #reading: Promise<void> | null = null
  /** On the clock of `performance.now()`. */
  #nextRead = 0

  constructor(options: IssueCacheOptions) {
    this.#options = { timeLimit: 10_000, maxAge: ISSUE_LISTING.cacheMs, retryAfter: 60_000, ...options }
  }

  /** What is known now; null until the list was read for the first time. */
  current(): Fetched | null {
    if (this.#reading === null && performance.now() >= this.#nextRead && !this.#closing.signal.aborted) {
      this.#reading = this.#read().finally(() => {
        this.#reading = null
      })
    }
    return this.#last
  }

  /** Ends what is being read. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#reading
  }

  async #read(): Promise<void> {
    const { fetch, log, maxAge, retryAfter, timeLimit } = this.#options
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(timeLimit)])
    try {
      this.#last = { issues: await fetch(signal), at: new Date() }
      this.#nextRead = performance.now() + maxAge
    } catch (error) {
      this.#nextRead = performance.now() + retryAfter
      if (!this.#closing.signal.aborted) log.warn({ err: error }, 'issues: the listing can not be read')
    }
  }
}
