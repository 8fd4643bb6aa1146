import { DomainError } from '@rehearse/contracts'
import type { Upstream as UpstreamName } from '../routes.ts'
import { Replica, type ReplicaOptions } from './replica.ts'

/** Made once: a stack trace for each of thousands would cost more than what it refuses. */
export const overloaded = new DomainError({
  kind: 'unavailable',
  code: 'overloaded',
  message: 'Temporarily unavailable, please try again',
  retryAfterSeconds: 1,
})

export interface UpstreamOptions {
  name: UpstreamName
  /** Requests that may be under way at once, at all its replicas together. */
  concurrency: number
}

/** A service behind us: its replicas, and how many requests are with them. */
export class Upstream {
  readonly name: UpstreamName
  readonly #concurrency: number
  #replicas: readonly Replica[] = []
  #pending = 0

  constructor({ name, concurrency }: UpstreamOptions) {
    this.name = name
    this.#concurrency = concurrency
  }

  get replicas(): readonly Replica[] {
    return this.#replicas
  }

  /** Requests that are under way, live ones left out. */
  get pending(): number {
    return this.#pending
  }

  /** Whether it has all the requests that it gets at a time; one more would only make all of them slower. */
  get isFull(): boolean {
    return this.#pending >= this.#concurrency
  }

  /**
   * Where the next request goes: the one with the least to do among those that answer and call themselves ready.
   * @param isLive stays open, and takes no part of what may be under way
   * @throws {DomainError} 503 `temporarily_unavailable` when nobody answers, `overloaded` when all have enough to do
   */
  choose(isLive: boolean): Replica {
    if (this.isFull && !isLive) throw overloaded
    const replica = this.find()
    if (replica === null) throw this.#away()
    return replica
  }

  /**
   * The same, and null when nobody answers.
   * @param avoid gets it only where there is no other
   */
  find(avoid?: Replica): Replica | null {
    let best: Replica | null = null
    for (const replica of this.#replicas) {
      if (replica.circuit.state === 'open') continue
      if (best === null || isBetter(replica, best, avoid)) best = replica
    }
    return best
  }

  /** Counts a request that goes to a replica, until it leaves; a live one only where replicas are compared. */
  enter(replica: Replica, isLive: boolean): void {
    if (!isLive) this.#pending += 1
    replica.pending += 1
    replica.circuit.begin()
  }

  leave(replica: Replica, isLive: boolean): void {
    if (!isLive) this.#pending -= 1
    replica.pending -= 1
  }

  /** Takes over the replicas that there are now; those gone finish what they have, and get nothing new. */
  setReplicas(found: readonly ReplicaOptions[]): void {
    const kept = new Map(this.#replicas.map((replica) => [replica.address, replica]))
    this.#replicas = found.map((options) => kept.get(options.address) ?? new Replica(options))
    for (const replica of kept.values()) {
      if (!this.#replicas.includes(replica)) void replica.retire()
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#replicas.map((replica) => replica.close()))
  }

  #away(): DomainError {
    const soonest = Math.min(...this.#replicas.map((replica) => replica.circuit.retryAfter), 60_000)
    return new DomainError({
      kind: 'unavailable',
      code: 'temporarily_unavailable',
      message: 'Temporarily unavailable, please try again',
      retryAfterSeconds: Math.max(1, soonest / 1_000),
    })
  }
}

/** Unready a replica still says itself, better than we can, what it lacks: it is asked where none is ready. */
function isBetter(replica: Replica, than: Replica, avoid: Replica | undefined): boolean {
  if (replica.isReady !== than.isReady) return replica.isReady
  return than === avoid || (replica !== avoid && replica.pending < than.pending)
}
