import { Pool } from 'undici'
import { isAlive } from './fetch-from-replica.ts'
import { longMax } from './long-responses.ts'

/** Failures in a row after which the circuit opens. */
const tolerated = 5
/** Milliseconds until an open circuit's replica is asked whether it responds again; doubles while it doesn't. */
const firstPause = 500
const longestPause = 8_000

/**
 * A circuit breaker: closed, it lets everything through; open, nothing, until the replica responds to a request of our
 * own. Only connections that fail and replicas that don't respond count as failures, never an error response, and
 * never a request that takes long while the replica responds to others.
 */
export class Circuit {
  readonly #responds: () => Promise<boolean>
  readonly #now: () => number
  #failures = 0
  #pause = firstPause
  #openUntil = 0

  /**
   * @param responds whether the replica responds to a request that needs nothing but its process
   * @param now monotonic clock in milliseconds
   */
  constructor(responds: () => Promise<boolean>, now: () => number = () => performance.now()) {
    this.#responds = responds
    this.#now = now
  }

  get isOpen(): boolean {
    return this.#failures >= tolerated
  }

  /** Milliseconds until the replica is asked again; 0 if the circuit is closed. */
  get retryAfter(): number {
    return this.isOpen ? Math.max(0, this.#openUntil - this.#now()) : 0
  }

  succeed(): void {
    this.#failures = 0
    this.#pause = firstPause
  }

  fail(): void {
    this.#failures += 1
    if (this.#failures === tolerated) this.#askLater()
  }

  /** A request had no response in time: a failure only if the replica doesn't respond to anything else either. */
  async timeOut(): Promise<void> {
    if (!(await this.#responds())) this.fail()
  }

  #askLater(): void {
    this.#openUntil = this.#now() + this.#pause
    const ask = async () => {
      // A late response may have closed it.
      if (!this.isOpen) return
      if (await this.#responds()) {
        this.succeed()
      } else {
        this.#pause = Math.min(this.#pause * 2, longestPause)
        this.#askLater()
      }
    }
    setTimeout(ask, this.#pause).unref()
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
  readonly circuit = new Circuit(() => isAlive(this))
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
    this.pool = new Pool(address, { ...options, connections: 128 + longMax })
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
