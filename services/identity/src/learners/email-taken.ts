import { DomainError } from '@rehearse/contracts'

export const emailTaken = (): DomainError =>
  new DomainError({
    kind: 'conflict',
    code: 'email_taken',
    message: 'An account with this email already exists',
  })
