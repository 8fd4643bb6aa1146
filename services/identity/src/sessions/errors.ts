import { DomainError } from '@rehearse/contracts'

export const authenticationRequired = (): DomainError =>
  new DomainError({
    kind: 'unauthenticated',
    code: 'authentication_required',
    message: 'Authentication required',
  })

export const invalidToken = (): DomainError =>
  new DomainError({ kind: 'unauthenticated', code: 'invalid_token', message: 'Invalid authentication token' })

/** The same for an unknown address and a wrong password, so that neither is revealed. */
export const invalidCredentials = (): DomainError =>
  new DomainError({
    kind: 'unauthenticated',
    code: 'invalid_credentials',
    message: 'Invalid email or password',
  })
