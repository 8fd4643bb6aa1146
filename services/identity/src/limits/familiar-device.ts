import { createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** An account to sign in to: the same address may have a learner and an admin account. */
export interface Account {
  kind: 'learner' | 'admin'
  email: string
}

/** An account with its current password hash: after a password change every browser is unknown. */
export interface AccountState extends Account {
  /** Null if there is none. */
  passwordHash: string | null
}

/** Accounts per browser: a family's computer has a few. */
const accountsMax = 8
const tagBytes = 16

/**
 * What a browser stores after a sign-in to be recognized later: a device id and, for each account, a tag that only the
 * server can compute and that a password change invalidates. It grants no access, only a separate budget of attempts that
 * no one else can use up.
 */
export interface FamiliarDevice {
  id: Buffer
  tags: readonly string[]
}

/** Parses the device cookie; a new device if it's missing or malformed. */
export function readDevice(cookie: string | undefined): FamiliarDevice {
  const [id = '', ...tags] = (cookie ?? '').split('.')
  const bytes = Buffer.from(id, 'base64url')
  return bytes.length === 16
    ? { id: bytes, tags: tags.slice(0, accountsMax) }
    : { id: randomBytes(16), tags: [] }
}

export const isFamiliar = (device: FamiliarDevice, account: AccountState, hash: KeyedHash): boolean =>
  device.tags.includes(tagOf(device, account, hash))

/** The cookie after a sign-in to this account, which comes first; the least recently used account is dropped. */
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

/** A keyed hash of its parts: it doesn't reveal them and can't be computed without the secret. */
export type KeyedHash = (...parts: readonly string[]) => Buffer

/** @param secret the configured secret; this key is derived from it */
export function keyedHash(secret: string): KeyedHash {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'rehearse sign-in limits', 32))
  return (...parts) => createHmac('sha256', key).update(JSON.stringify(parts)).digest()
}
