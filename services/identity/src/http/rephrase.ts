import { DomainError } from '@rehearse/contracts'

/**
 * An error handler for one route, for where the specification has words of its own: errors with one of these codes
 * get that sentence, and all go on to the app's error mapper.
 */
export function rephrase(sentences: Readonly<Record<string, string>>): (error: unknown) => never {
  return (error) => {
    const sentence = error instanceof DomainError ? sentences[error.code] : undefined
    if (!(error instanceof DomainError) || sentence === undefined) throw error
    const { kind, code, details, retryAfterSeconds } = error
    throw new DomainError({ kind, code, message: sentence, details, retryAfterSeconds, cause: error })
  }
}
