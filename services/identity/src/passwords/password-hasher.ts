import { Worker } from 'node:worker_threads'
import { PASSWORD_MAX_BYTES, preparePassword } from '@rehearse/contracts'
import { FairQueue } from './fair-queue.ts'

export type HashingJob =
  | { kind: 'hash'; password: string; cost: number }
  | { kind: 'compare'; password: string; hash: string }
export type HashingResult = { hash: string } | { same: boolean } | { error: string }

/**
 * How many hashes each class gets per round while others wait. A sign-in from an unknown browser waits for at most 9 jobs
 * of other classes, and for one of each other address in its class.
 */
const weights = {
  /** Signing in on a browser that has signed in to the account before. */
  familiar: 3,
  /** Changing or confirming a password within a session or by an emailed link. */
  change: 3,
  /** Signing in as a learner on an unknown browser. */
  stranger: 2,
  /** Signing in as an admin on an unknown browser. */
  admin: 2,
  registration: 1,
}

/** Who requested the hash, so that threads are shared fairly. */
export interface HashQueueKey {
  kind: keyof typeof weights
  /** The caller's network (see `networkOf`). */
  address: string
  account: string
  /** Aborts when the caller has left. */
  signal?: AbortSignal
}

/**
 * How a password matches a hash. `outdated`: only as it was typed, since the hash is of a version that didn't prepare
 * passwords; hash it again.
 */
export type PasswordMatch = 'current' | 'outdated' | 'none'

/** Computes and compares password hashes, a few at a time; the rest wait in a bounded fair queue. */
export class PasswordHasher {
  readonly #cost: number
  /** A valid hash that no password matches: comparing with it takes as long as any comparison. */
  readonly #dummyHash: string
  readonly #queue: FairQueue
  readonly #threads = new HashingThreads()

  constructor(options: { cost: number; concurrency: number; maxWaiting: number }) {
    this.#cost = options.cost
    this.#dummyHash = `$2b$${String(options.cost).padStart(2, '0')}$${'.'.repeat(53)}`
    this.#queue = new FairQueue({ ...options, weights })
  }

  /**
   * Hashes the prepared form of a password.
   * @param check throws if the hash is no longer needed when its turn comes
   * @throws {DomainError} as `FairQueue.run`, and what `check` throws
   */
  hash(password: string, turn: HashQueueKey, check?: () => Promise<void>): Promise<string> {
    const task = async () => {
      await check?.()
      return this.#threads.hash(preparePassword(password), this.#cost)
    }
    return this.#queue.run(pathOf(turn), task, turn.signal)
  }

  /**
   * Compares the prepared form of a password with a hash, then the one typed if it differs. How many comparisons a failure
   * takes depends only on the password, also without a hash, so that timing doesn't reveal which accounts exist.
   * @throws {DomainError} as `FairQueue.run`
   */
  async match(password: string, hash: string | null | undefined, turn: HashQueueKey): Promise<PasswordMatch> {
    const prepared = preparePassword(password)
    if (await this.#isSame(prepared, hash, turn)) return 'current'
    if (prepared === password || !(await this.#isSame(password, hash, turn))) return 'none'
    // A few letters are longer when prepared. Such a password keeps its hash, since bcrypt would truncate the new one.
    return isHashable(prepared) ? 'outdated' : 'current'
  }

  /**
   * Whether a password matches a hash, also an outdated one.
   * @throws {DomainError} as `FairQueue.run`
   */
  async matches(password: string, hash: string | null | undefined, turn: HashQueueKey): Promise<boolean> {
    return (await this.match(password, hash, turn)) !== 'none'
  }

  async #isSame(form: string, hash: string | null | undefined, turn: HashQueueKey): Promise<boolean> {
    const compare = () => this.#threads.compare(form, hash ?? this.#dummyHash)
    const same = await this.#queue.run(pathOf(turn), compare, turn.signal)
    // bcrypt ignores input after 72 bytes: a longer password with the correct prefix would match.
    return same && hash != null && isHashable(form)
  }

  close(): Promise<void> {
    return this.#threads.close()
  }
}

const isHashable = (form: string) => Buffer.byteLength(form) <= PASSWORD_MAX_BYTES

const pathOf = ({ kind, address, account }: HashQueueKey) => [kind, address, account] as const

/**
 * bcrypt in dedicated threads of lower priority: in libuv's pool it would block token signatures, DNS and file access, and
 * at normal priority it would take the cores from all other routes.
 */
export class HashingThreads {
  /** Idle threads; new ones start on demand, up to the queue's concurrency. */
  readonly #idle: Worker[] = []
  readonly #all = new Set<Worker>()

  async hash(password: string, cost: number): Promise<string> {
    const result = await this.#run({ kind: 'hash', password, cost })
    if (!('hash' in result)) throw new Error('unexpected response of a hashing thread')
    return result.hash
  }

  async compare(password: string, hash: string): Promise<boolean> {
    const result = await this.#run({ kind: 'compare', password, hash })
    if (!('same' in result)) throw new Error('unexpected response of a hashing thread')
    return result.same
  }

  /** Terminates the threads; their jobs fail. */
  async close(): Promise<void> {
    await Promise.all([...this.#all].map((thread) => thread.terminate()))
  }

  async #run(job: HashingJob): Promise<HashingResult> {
    const thread = this.#idle.pop() ?? this.#start()
    // A busy thread keeps the process alive, an idle one doesn't.
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
    // `#run` handles the failure of a busy thread; an idle one is just removed.
    thread.on('error', () => {})
    thread.once('exit', () => {
      this.#all.delete(thread)
      const at = this.#idle.indexOf(thread)
      if (at >= 0) this.#idle.splice(at, 1)
    })
    return thread
  }
}
