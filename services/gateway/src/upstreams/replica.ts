import { Pool } from 'undici'

/** Failures in a row after which the circuit opens. */
const tolerated = 5
/**
 * Milliseconds until one request is let through to check whether the replica has recovered; doubles while it hasn't.
 */
const firstPause = 500
const longestPause = 8_000

/**
 * A circuit breaker: closed, it lets everything through; open, nothing; half-open, a single trial that decides. Only
 * connection errors and timeouts count as failures, never an error response.
 */
export class Circuit {
  readonly #now: () => number
  #failures = 0
  #pause = firstPause
  #openUntil = 0
  #isTrying = false

  /** @param now monotonic clock in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  get state(): 'closed' | 'open' | 'half-open' {
    if (this.#failures < tolerated) return 'closed'
    return this.#now() < this.#openUntil || this.#isTrying ? 'open' : 'half-open'
  }

  /** Call it when a request is sent; in a half-open circuit that request is the trial. */
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

  /** The request ended for a reason unrelated to the replica: the client disconnected. */
  abandon(): void {
    this.#isTrying = false
  }

  /** Milliseconds until the next trial. */
  get retryAfter(): number {
    return Math.max(0, this.#openUntil - this.#now())
  }
}

export interface ReplicaOptions {
  /** `http://host:port` where it listens. */
  address: string
  /** The replica's `host:port`, sent as `Host`. */
  host: string
  /** Seconds that it may take to start a response. */
  timeout: number
}

/** One process of a service: its connections, its requests in progress, and whether it responds. */
export class Replica {
  readonly address: string
  readonly host: string
  readonly pool: Pool
  /** For streams that stay open: as many connections as there are streams. */
  readonly livePool: Pool
  readonly circuit = new Circuit()
  /** Requests without a complete response. */
  pending = 0
  /** Its last reported readiness; true until the first report. */
  isReady = true

  constructor({ address, host, timeout }: ReplicaOptions) {
    this.address = address
    this.host = host
    const options: Pool.Options = {
      connect: { timeout: 1_000 },
      headersTimeout: timeout * 1_000,
      // Live streams are quiet for a while, but never longer than their heartbeat.
      bodyTimeout: 120_000,
      // Shorter than a service keeps idle connections, so that we always close them first.
      keepAliveTimeout: 30_000,
    }
    this.pool = new Pool(address, { ...options, connections: 128 })
    this.livePool = new Pool(address, { ...options, connections: null, pipelining: 1 })
  }

  /** Waits for requests in progress; open streams end, and their readers reconnect to other replicas. */
  async retire(): Promise<void> {
    await Promise.all([this.pool.close(), this.livePool.destroy()])
  }

  async close(): Promise<void> {
    await Promise.all([this.pool.destroy(), this.livePool.destroy()])
  }
}
