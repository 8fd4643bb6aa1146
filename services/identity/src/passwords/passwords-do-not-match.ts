import { DomainError } from '@rehearse/contracts'

export const passwordsDoNotMatch = (): DomainError =>
  new DomainError({ kind: 'invalid', code: 'passwords_do_not_match', message: 'Passwords do not match' })
