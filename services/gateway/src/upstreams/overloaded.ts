import { DomainError } from '@rehearse/contracts'

/** Made once: a stack trace for each of thousands would cost more than what it refuses. */
export const overloaded = new DomainError({
  kind: 'unavailable',
  code: 'overloaded',
  message: 'Temporarily unavailable, please try again',
  retryAfterSeconds: 1,
})
