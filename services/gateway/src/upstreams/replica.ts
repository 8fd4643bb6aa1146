import { Pool } from 'undici'
import { Circuit } from './circuit.ts'

export interface ReplicaOptions {
  /** `http://host:port` where it listens. */
  address: string
  /** `host:port` by which it is known, told as `Host`. */
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

  /** Waits for what is under way; streams that stay open end, and their readers come back elsewhere. */
  async retire(): Promise<void> {
    await Promise.all([this.pool.close(), this.livePool.destroy()])
  }

  async close(): Promise<void> {
    await Promise.all([this.pool.destroy(), this.livePool.destroy()])
  }
}
