import { DomainError } from '@rehearse/contracts'

export const addressUnverified = (): DomainError =>
  new DomainError({
    kind: 'unauthenticated',
    code: 'address_unverified',
    message: 'The provider has not verified this e-mail address',
  })

/** Unknown, used, expired, or begun in another browser. */
export const handshakeGone = (): DomainError =>
  new DomainError({
    kind: 'unauthenticated',
    code: 'handshake_gone',
    message: 'This sign-in was not begun here, or too long ago',
  })

export const providerNotOffered = (name: string): DomainError =>
  new DomainError({
    kind: 'not-found',
    code: 'provider_not_offered',
    message: `Signing in with ${name} is not offered here`,
  })
