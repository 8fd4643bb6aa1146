import { createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Whose sign-in: one person may be a learner and an admin by the same address. */
export interface Account {
  kind: 'learner' | 'admin'
  email: string
}

/** An account as it is now: with another password every browser is new to it. */
export interface AccountState extends Account {
  /** Null where there is none. */
  passwordHash: string | null
}

/** Accounts that one browser may be familiar to; a family's computer has a few. */
const accountsMax = 8
const tagBytes = 16

/**
 * What a browser keeps from a successful sign-in, to be known by at the next: an id of its own and, for each account
 * that signed in on it, a tag that only we can make and that ends with the password. It opens nothing; it gives its owner a budget of tries of their
 * own, out of reach of who guesses elsewhere.
 */
export interface FamiliarDevice {
  id: Buffer
  tags: readonly string[]
}

/** The cookie as a device; a new one where it is missing or not ours. */
export function readDevice(cookie: string | undefined): FamiliarDevice {
  const [id = '', ...tags] = (cookie ?? '').split('.')
  const bytes = Buffer.from(id, 'base64url')
  return bytes.length === 16
    ? { id: bytes, tags: tags.slice(0, accountsMax) }
    : { id: randomBytes(16), tags: [] }
}

export const isFamiliar = (device: FamiliarDevice, account: AccountState, hash: KeyedHash): boolean =>
  device.tags.includes(tagOf(device, account, hash))

/** The cookie after a sign-in to this account, which comes first; the account longest unused falls out. */
export function cookieAfterSignIn(device: FamiliarDevice, account: AccountState, hash: KeyedHash): string {
  const tag = tagOf(device, account, hash)
  const tags = [tag, ...device.tags.filter((other) => other !== tag)].slice(0, accountsMax)
  return [device.id.toString('base64url'), ...tags].join('.')
}

const tagOf = (
  { id }: FamiliarDevice,
  { kind, email, passwordHash }: AccountState,
  hash: KeyedHash,
): string =>
  hash('device', id.toString('hex'), kind, email, passwordHash ?? '')
    .subarray(0, tagBytes)
    .toString('base64url')

/** Stands for what it is made of, tells nobody what that was, and can't be made without our secret. */
export type KeyedHash = (...parts: readonly string[]) => Buffer

/** @param secret the configured secret; the key used here is derived from it for this purpose alone */
export function keyedHash(secret: string): KeyedHash {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'rehearse sign-in limits', 32))
  return (...parts) => createHmac('sha256', key).update(JSON.stringify(parts)).digest()
}
