import { createHash, createHmac, hkdfSync } from 'node:crypto'
import type { MailSubscription } from '@rehearse/contracts'
import { DomainError } from '@rehearse/contracts'

/** The secrets in links that are mailed: made from what the database knows and one thing that it doesn't. */
export interface MailedSecrets {
  /** The same at every attempt to send a mail, so that the link in a mail that went out twice works in both. */
  tokenOf(mailId: string): string
  unsubscribeTokenOf(learnerId: string, subscription: MailSubscription): string
}

/** @param secret the configured one; the key used here is derived from it for this purpose alone */
export function mailedSecrets(secret: string): MailedSecrets {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'rehearse mailed secrets', 32))
  const derive = (...parts: readonly string[]) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url')
  return {
    tokenOf: (mailId) => derive('token', mailId),
    unsubscribeTokenOf: (learnerId, subscription) => derive('unsubscribe', learnerId, subscription),
  }
}

/** As a mailed secret is stored. */
export const hashMailedToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** One answer for a link that was used, has run out, was replaced by a newer one, or never was one. */
export const linkExpired = (): DomainError =>
  new DomainError({
    kind: 'invalid',
    code: 'link_expired',
    message: 'This link is no longer valid',
  })
