/** Responses of a service that are sent as they arrive, at a time: in all, and for one network. */
export const longMax = 128
export const longMaxOfNetwork = 32
/** Milliseconds without data after which a response may be interrupted in favor of another one. */
const stalledAfter = 2_000

export interface LongResponse {
  /** Of the client. */
  readonly network: string
  /** When data arrived last, on a monotonic clock (ms). It stays at the service while the client doesn't read. */
  lastData: number
  interrupt(): void
}

/**
 * The responses that a service is sending at the speed of their clients. They hold its files and connections, so they
 * are limited apart from requests in progress: clients that read nothing keep no one from requesting something. At the
 * limit, the response whose client has read nothing for the longest time is interrupted.
 */
export class LongResponses {
  readonly #byNetwork = new Map<string, Set<LongResponse>>()
  readonly #now: () => number
  #size = 0

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  get size(): number {
    return this.#size
  }

  /** @returns the limit that leaves no room for it; null if it was added */
  add(response: LongResponse): 'network' | 'service' | null {
    const own = this.#byNetwork.get(response.network) ?? new Set()
    if (own.size >= longMaxOfNetwork && !this.#interruptOneOf(own)) return 'network'
    if (this.#size >= longMax && !this.#interruptOneOf(this.#all())) return 'service'
    this.#byNetwork.set(response.network, own.add(response))
    this.#size += 1
    return null
  }

  remove(response: LongResponse): void {
    const own = this.#byNetwork.get(response.network)
    if (!own?.delete(response)) return
    this.#size -= 1
    if (own.size === 0) this.#byNetwork.delete(response.network)
  }

  *#all(): Iterable<LongResponse> {
    for (const own of this.#byNetwork.values()) yield* own
  }

  #interruptOneOf(responses: Iterable<LongResponse>): boolean {
    let stalest: LongResponse | undefined
    for (const one of responses) if (stalest === undefined || one.lastData < stalest.lastData) stalest = one
    if (stalest === undefined || this.#now() - stalest.lastData < stalledAfter) return false
    this.remove(stalest)
    stalest.interrupt()
    return true
  }
}
