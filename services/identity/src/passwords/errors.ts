import { DomainError } from '@rehearse/contracts'

/** To who is signed in: a 401 would say that their session is at fault. */
export const wrongPassword = (path: string): DomainError =>
  new DomainError({
    kind: 'invalid',
    code: 'wrong_password',
    message: 'The current password is wrong',
    details: [{ path, message: 'is not your password' }],
  })

/** Of accounts that are entered from elsewhere: a mailed link sets the first password. */
export const noPassword = (): DomainError =>
  new DomainError({
    kind: 'invalid',
    code: 'no_password',
    message: 'This account has no password yet: set one by “Forgot your password?”',
  })

export const passwordsDoNotMatch = (): DomainError =>
  new DomainError({ kind: 'invalid', code: 'passwords_do_not_match', message: 'Passwords do not match' })
