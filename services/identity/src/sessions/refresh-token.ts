import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** An opaque token of 256 random bits. The client alone has it; the database has its hash. */
export const newRefreshToken = (): string => randomBytes(32).toString('base64url')

/** What is stored of a token. Plain SHA-256 is enough: there is nothing to guess in 256 random bits. */
export const hashRefreshToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Finds the token that follows a given one. */
export type SuccessorOf = (token: string) => string

/**
 * The token that follows another is derived from it and a secret of the server, so that within the grace the old one
 * can be answered with the same successor again although only hashes are stored. Without the secret nobody gets from
 * one to the next, not even with the database in hand.
 * @param secret the configured secret; the key used here is derived from it for this purpose alone
 */
export function refreshSuccession(secret: string): SuccessorOf {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'rehearse refresh token succession', 32))
  return (token) => createHmac('sha256', key).update(token).digest('base64url')
}
