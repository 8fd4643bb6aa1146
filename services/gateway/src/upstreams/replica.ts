import { Pool } from 'undici'

/** Failures in a row after which nothing more is sent. */
const tolerated = 5
/**
 * Milliseconds until one request is let through to check whether the replica has recovered; doubles while it hasn't.
 */
const firstPause = 500
const longestPause = 8_000

/**
 * A circuit breaker: closed it lets everything through, open nothing, half-open a single trial that decides.
 * A failure is what says that no one is there (no connection, no reply in time), never a reply that we don't like.
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

export interface ReplicaOptions {
  /** `http://host:port` where it listens. */
  address: string
  /** The replica's `host:port`, sent as `Host`. */
  host: string
  /** Seconds that it may take to begin a reply. */
  timeout: number
}

/** One process of a service: connections to it, what is under way there, and whether it answers. */
export class Replica {
  readonly address: string
  readonly host: string
  readonly pool: Pool
  /** For streams that stay open: as many connections as there are streams. */
  readonly livePool: Pool
  readonly circuit = new Circuit()
  /** Requests that it hasn't answered to the end. */
  pending = 0
  /** What it last said of itself; taken for ready until it says otherwise. */
  isReady = true

  constructor({ address, host, timeout }: ReplicaOptions) {
    this.address = address
    this.host = host
    const options: Pool.Options = {
      connect: { timeout: 1_000 },
      headersTimeout: timeout * 1_000,
      // Live streams are quiet for long, but never longer than their heartbeat.
      bodyTimeout: 120_000,
      // Shorter than a service keeps an idle connection, so that it is we who hang up.
      keepAliveTimeout: 30_000,
    }
    this.pool = new Pool(address, { ...options, connections: 128 })
    this.livePool = new Pool(address, { ...options, connections: null, pipelining: 1 })
  }

  /** Waits for requests in progress; open streams end, and their readers reconnect elsewhere. */
  async retire(): Promise<void> {
    await Promise.all([this.pool.close(), this.livePool.destroy()])
  }

  async close(): Promise<void> {
    await Promise.all([this.pool.destroy(), this.livePool.destroy()])
  }
}
