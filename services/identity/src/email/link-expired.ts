import { DomainError } from '@rehearse/contracts'

/** One answer for a link that was used, has run out, was replaced by a newer one, or never was one. */
export const linkExpired = (): DomainError =>
  new DomainError({
    kind: 'invalid',
    code: 'link_expired',
    message: 'This link is no longer valid',
  })
