import { PASSWORD_MAX_BYTES } from '@rehearse/contracts'
import { FairQueue } from './fair-queue.ts'
import { HashingThreads } from './hashing-threads.ts'

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
