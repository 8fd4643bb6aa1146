import { PASSWORD_MAX_BYTES } from '@rehearse/contracts'
import { ConcurrencyLimit, type Lane } from './concurrency-limit.ts'
import { HashingThreads } from './hashing-threads.ts'

/** Makes and compares password hashes, a few at a time; those who come while the queue is full are told to come back. */
export class PasswordHasher {
  readonly #cost: number
  /** A well-formed hash of no password at all: comparing with it costs what any comparison costs, and never succeeds. */
  readonly #nobodysHash: string
  readonly #limit: ConcurrencyLimit
  readonly #threads = new HashingThreads()

  constructor(options: { cost: number; concurrency: number; maxWaiting: number }) {
    this.#cost = options.cost
    this.#nobodysHash = `$2b$${String(options.cost).padStart(2, '0')}$${'.'.repeat(53)}`
    this.#limit = new ConcurrencyLimit(options)
  }

  /** @throws {DomainError} 429 `too_many_requests` */
  hash(password: string): Promise<string> {
    return this.#limit.run(() => this.#threads.hash(password, this.#cost))
  }

  /**
   * Whether the password is the one behind the hash; takes the same time for a hash that isn't there, so that nobody
   * learns from the clock which accounts exist.
   * @param lane `familiar` goes before `strange`: see ConcurrencyLimit
   * @throws {DomainError} 429 `too_many_requests`
   */
  async matches(password: string, hash: string | null | undefined, lane: Lane = 'strange'): Promise<boolean> {
    const same = await this.#limit.run(() => this.#threads.compare(password, hash ?? this.#nobodysHash), lane)
    // bcrypt reads 72 bytes and no further: the right password with something after it would pass.
    return same && hash != null && Buffer.byteLength(password) <= PASSWORD_MAX_BYTES
  }

  close(): Promise<void> {
    return this.#threads.close()
  }
}
