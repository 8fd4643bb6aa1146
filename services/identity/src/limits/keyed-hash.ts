import { createHmac, hkdfSync } from 'node:crypto'

/** Stands for what it is made of, tells nobody what that was, and can't be made without our secret. */
export type KeyedHash = (...parts: readonly string[]) => Buffer

/** @param secret the configured secret; the key used here is derived from it for this purpose alone */
export function keyedHash(secret: string): KeyedHash {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'rehearse sign-in limits', 32))
  return (...parts) => createHmac('sha256', key).update(JSON.stringify(parts)).digest()
}
