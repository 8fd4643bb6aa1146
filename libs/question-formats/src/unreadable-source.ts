import { DomainError } from '@rehearse/contracts'

/** The source can't be read as a whole, so no question of it can. */
export function unreadableSource(message: string, cause?: unknown): DomainError {
  return new DomainError({ kind: 'invalid', code: 'unreadable_source', message, cause })
}
