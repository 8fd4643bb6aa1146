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
  readonly circuit = new Circuit()
  /** Requests that it hasn't answered to the end. */
  pending = 0
  /** What it last said of itself; taken for ready until it says otherwise. */
  isReady = true

  constructor({ address, host, timeout }: ReplicaOptions) {
    this.address = address
    this.host = host
    this.pool = new Pool(address, {
      connections: 128,
      connect: { timeout: 1_000 },
      headersTimeout: timeout * 1_000,
      // Live streams are quiet for long, but never longer than their heartbeat.
      bodyTimeout: 120_000,
      // Shorter than a service keeps an idle connection, so that it is we who hang up.
      keepAliveTimeout: 30_000,
    })
  }
}
