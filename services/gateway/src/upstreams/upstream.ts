import type { DomainError } from '@rehearse/contracts'
import { Dispatcher } from 'undici'
import type { Upstream as UpstreamName } from '../routes.ts'
import {
  clientDisconnected,
  completed,
  Exchange,
  isDisconnected,
  overloaded,
  requestContext,
  type UpstreamHeaders,
  unavailable,
} from './exchange.ts'
import { LongResponses } from './long-responses.ts'
import { Replica, type ReplicaOptions } from './replica.ts'

export interface UpstreamOptions {
  name: UpstreamName
  /** Maximum concurrent requests, over all its replicas together. */
  concurrency: number
}

/**
 * A service behind the gateway, as one undici dispatcher over all its replicas: it balances load, breaks circuits,
 * limits concurrency and retries once. All its errors are DomainErrors.
 */
export class Upstream extends Dispatcher {
  readonly name: UpstreamName
  readonly long = new LongResponses()
  readonly #concurrency: number
  #replicas: readonly Replica[] = []
  #pending = 0

  constructor({ name, concurrency }: UpstreamOptions) {
    super()
    this.name = name
    this.#concurrency = concurrency
  }

  get replicas(): readonly Replica[] {
    return this.#replicas
  }

  /** Requests in flight, not counting live streams, and responses that are sent as they arrive. */
  get pending(): number {
    return this.#pending
  }

  /** Whether it is at its concurrency limit; further requests would only slow down all of them. */
  get isFull(): boolean {
    return this.#pending >= this.#concurrency
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const context = (options.headers as UpstreamHeaders)[requestContext] ?? {}
    if (isDisconnected(context)) handler.onResponseError?.(completed, clientDisconnected())
    else if (this.isFull && context.isLive !== true) handler.onResponseError?.(completed, overloaded)
    else {
      const replica = this.find()
      if (replica === null) handler.onResponseError?.(completed, this.#unavailable())
      else new Exchange(this, replica, { options, handler, context }).send()
    }
    return true
  }

  /**
   * Selects the replica with the fewest requests among those that respond and are ready.
   * @param avoid selected only if there is no other
   * @returns null when no replica responds
   */
  find(avoid?: Replica): Replica | null {
    let best: Replica | null = null
    for (const replica of this.#replicas) {
      if (replica.circuit.isOpen) continue
      if (best === null || isBetter(replica, best, avoid)) best = replica
    }
    return best
  }

  /** Counts a request to a replica until it leaves; a live stream counts only when replicas are compared. */
  enter(replica: Replica, isLive: boolean): void {
    if (!isLive) this.#pending += 1
    replica.pending += 1
  }

  leave(replica: Replica, isLive: boolean): void {
    if (!isLive) this.#pending -= 1
    replica.pending -= 1
  }

  /** Updates the list of replicas; removed ones finish their requests and get no new ones. */
  setReplicas(found: readonly ReplicaOptions[]): void {
    const known = new Map(this.#replicas.map((replica) => [replica.address, replica]))
    this.#replicas = found.map((options) => known.get(options.address) ?? new Replica(options))
    for (const replica of known.values()) {
      if (!this.#replicas.includes(replica)) void replica.retire()
    }
  }

  override async close(): Promise<void> {
    await Promise.all(this.#replicas.map((replica) => replica.close()))
  }

  override destroy(): Promise<void> {
    return this.close()
  }

  #unavailable(): DomainError {
    const soonest = Math.min(...this.#replicas.map((replica) => replica.circuit.retryAfter), 60_000)
    return unavailable(undefined, Math.max(1, soonest / 1_000))
  }
}

/** Even if no replica is ready, one is used: its own response explains best what is missing. */
function isBetter(replica: Replica, than: Replica, avoid: Replica | undefined): boolean {
  if (replica.isReady !== than.isReady) return replica.isReady
  return than === avoid || (replica !== avoid && replica.pending < than.pending)
}
