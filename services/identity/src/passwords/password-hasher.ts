import { Worker } from 'node:worker_threads'
import { PASSWORD_MAX_BYTES } from '@rehearse/contracts'
import { FairQueue } from './fair-queue.ts'

export type HashingJob =
  | { kind: 'hash'; password: string; cost: number }
  | { kind: 'compare'; password: string; hash: string }
export type HashingResult = { hash: string } | { same: boolean } | { error: string }

/**
 * bcrypt in threads of its own, of a lower priority: on libuv's it would stand in the way of token signatures, DNS
 * and files, and at the usual priority it would take the cores from every other route of the machine.
 */
export class HashingThreads {
  /** Threads that have nothing to do; as many are made as work at once. */
  readonly #idle: Worker[] = []
  readonly #all = new Set<Worker>()

  async hash(password: string, cost: number): Promise<string> {
    const result = await this.#run({ kind: 'hash', password, cost })
    if (!('hash' in result)) throw new Error('a hashing thread answered something else')
    return result.hash
  }

  async compare(password: string, hash: string): Promise<boolean> {
    const result = await this.#run({ kind: 'compare', password, hash })
    if (!('same' in result)) throw new Error('a hashing thread answered something else')
    return result.same
  }

  /** Ends the threads; what they were doing fails. */
  async close(): Promise<void> {
    await Promise.all([...this.#all].map((thread) => thread.terminate()))
  }

  async #run(job: HashingJob): Promise<HashingResult> {
    const thread = this.#idle.pop() ?? this.#start()
    // A thread with work keeps the process alive, an idle one doesn't.
    thread.ref()
    const { promise, resolve, reject } = Promise.withResolvers<HashingResult>()
    const ended = () => reject(new Error('a hashing thread ended'))
    thread.once('message', resolve).once('error', reject).once('exit', ended)
    thread.postMessage(job)
    try {
      const result = await promise
      if ('error' in result) throw new Error(result.error)
      return result
    } finally {
      thread.off('message', resolve).off('error', reject).off('exit', ended)
      thread.unref()
      if (this.#all.has(thread)) this.#idle.push(thread)
    }
  }

  #start(): Worker {
    const thread = new Worker(new URL('./hashing-thread.ts', import.meta.url))
    this.#all.add(thread)
    // Whoever waits for it hears of its failure; an idle one that ends is merely forgotten.
    thread.on('error', () => {})
    thread.once('exit', () => {
      this.#all.delete(thread)
      const at = this.#idle.indexOf(thread)
      if (at >= 0) this.#idle.splice(at, 1)
    })
    return thread
  }
}

/**
 * How many hashes each class gets in its turn while others wait. A sign-in from an unknown browser waits for at most 9
 * of other classes, and for one of each other address that signs in so.
 */
const weights = {
  /** Signing in on a browser that has signed in to the account before. */
  familiar: 3,
  /** What users do who are signed in, or hold a mailed link: changing a password, confirming by it. */
  change: 3,
  /** Signing in as a learner on an unknown browser. */
  stranger: 2,
  /** Signing in as an admin on an unknown browser. */
  admin: 2,
  registration: 1,
}

/** Whose password work it is, to share the threads fairly. */
export interface HashTurn {
  kind: keyof typeof weights
  /** Of the caller; of IPv6 the /64. */
  address: string
  account: string
}

/** Makes and compares password hashes, a few at a time; the rest wait in a fair queue of bounded length. */
export class PasswordHasher {
  readonly #cost: number
  /** A well-formed hash of no password at all: comparing with it costs what any comparison costs, and never succeeds. */
  readonly #nobodysHash: string
  readonly #queue: FairQueue
  readonly #threads = new HashingThreads()

  constructor(options: { cost: number; concurrency: number; maxWaiting: number }) {
    this.#cost = options.cost
    this.#nobodysHash = `$2b$${String(options.cost).padStart(2, '0')}$${'.'.repeat(53)}`
    this.#queue = new FairQueue({ ...options, weights })
  }

  /** @throws {DomainError} 429 `too_many_requests` */
  hash(password: string, turn: HashTurn): Promise<string> {
    return this.#queue.run(pathOf(turn), () => this.#threads.hash(password, this.#cost))
  }

  /**
   * Whether the password is the one behind the hash; takes the same time for a hash that isn't there, so that nobody
   * learns from the clock which accounts exist.
   * @throws {DomainError} 429 `too_many_requests`
   */
  async matches(password: string, hash: string | null | undefined, turn: HashTurn): Promise<boolean> {
    const compare = () => this.#threads.compare(password, hash ?? this.#nobodysHash)
    const same = await this.#queue.run(pathOf(turn), compare)
    // bcrypt reads 72 bytes and no further: the right password with something after it would pass.
    return same && hash != null && Buffer.byteLength(password) <= PASSWORD_MAX_BYTES
  }

  close(): Promise<void> {
    return this.#threads.close()
  }
}

const pathOf = ({ kind, address, account }: HashTurn) => [kind, address, account] as const
