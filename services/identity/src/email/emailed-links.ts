import { createHash, createHmac, hkdfSync } from 'node:crypto'
import { DomainError, type MailSubscription } from '@rehearse/contracts'

/** The secrets in emailed links, derived from a key that isn't in the database. */
export interface MailedSecrets {
  /** The same for every attempt, so that both links work if a mail is sent twice. */
  tokenOf(mailId: string): string
  unsubscribeTokenOf(learnerId: string, subscription: MailSubscription): string
}

/** @param secret the configured secret; this key is derived from it */
export function mailedSecrets(secret: string): MailedSecrets {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'rehearse mailed secrets', 32))
  const derive = (...parts: readonly string[]) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url')
  return {
    tokenOf: (mailId) => derive('token', mailId),
    unsubscribeTokenOf: (learnerId, subscription) => derive('unsubscribe', learnerId, subscription),
  }
}

/** The stored form of an emailed secret. */
export const hashMailedToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The same error for a link that was used, expired, replaced, or never existed. */
export const linkExpired = (): DomainError =>
  new DomainError({
    kind: 'invalid',
    code: 'link_expired',
    message: 'This link is no longer valid',
  })
