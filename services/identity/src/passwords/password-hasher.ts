import { BCRYPT_COST, PASSWORD_BYTES } from '@rehearse/contracts'
import bcrypt from 'bcrypt'
import { ConcurrencyLimit } from './concurrency-limit.ts'

/** A well-formed hash of no password at all: comparing with it costs what any comparison costs, and never succeeds. */
const nobodysHash = `$2b$${BCRYPT_COST}$${'.'.repeat(53)}`

/**
 * bcrypt runs on libuv's threads, which token signatures, DNS and files need too: the limit must stay below their
 * number, or a flood of sign-ins slows down every route (figures: one route's p99 went from 4 to 300 ms).
 */
export class PasswordHasher {
  readonly #limit: ConcurrencyLimit

  constructor(options: { concurrency: number; maxWaiting: number }) {
    this.#limit = new ConcurrencyLimit(options)
  }

  hash(password: string): Promise<string> {
    return this.#limit.run(() => bcrypt.hash(password, BCRYPT_COST))
  }

  /**
   * Whether the password is the one behind the hash; takes the same time for a hash that isn't there, so that nobody
   * learns from the clock which accounts exist.
   */
  async matches(password: string, hash: string | null | undefined): Promise<boolean> {
    const same = await this.#limit.run(() => bcrypt.compare(password, hash ?? nobodysHash))
    // bcrypt reads 72 bytes and no further: the right password with something after it would pass.
    return same && hash != null && Buffer.byteLength(password) <= PASSWORD_BYTES.max
  }
}
