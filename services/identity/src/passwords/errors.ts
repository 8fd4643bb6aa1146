import { DomainError, isSamePassword } from '@rehearse/contracts'

/** Within a session, where a 401 would mean that it has ended. */
export const wrongPassword = (path: string): DomainError =>
  new DomainError({
    kind: 'invalid',
    code: 'wrong_password',
    message: 'The current password is wrong',
    details: [{ path, message: 'is not your password' }],
  })

/** For accounts that sign in with a provider; an emailed link sets their first password. */
export const noPassword = (): DomainError =>
  new DomainError({
    kind: 'invalid',
    code: 'no_password',
    message: 'This account has no password yet: set one by “Forgot your password?”',
  })

/** @throws {DomainError} 400 `passwords_do_not_match` unless both texts are the same password */
export function requireSamePassword(password: string, confirmed: string): void {
  if (isSamePassword(password, confirmed)) return
  throw new DomainError({
    kind: 'invalid',
    code: 'passwords_do_not_match',
    message: 'Passwords do not match',
  })
}
