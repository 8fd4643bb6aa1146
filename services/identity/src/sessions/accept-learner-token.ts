import { DomainError } from '@rehearse/contracts'
import type { TokenVerifier } from '@rehearse/service-kit'
import type { Db } from '../tables.ts'
import { findLiveSession } from './session-repository.ts'

/**
 * A learner's access token that somebody hands in, checked against the database too.
 * @returns the token, and the seconds until it ends
 * @throws {DomainError} 400 `token_required`; 401 `invalid_token`, whatever is wrong with it
 */
export async function acceptLearnerToken(
  { db, verifier }: { db: Db; verifier: TokenVerifier },
  token: string | null | undefined,
): Promise<{ token: string; secondsLeft: number }> {
  if (!token) {
    throw new DomainError({ kind: 'invalid', code: 'token_required', message: 'Token is required' })
  }
  const principal = await verifier.verify(token).catch((cause: unknown) => {
    throw invalid(cause)
  })
  if (principal.role !== 'learner' || !(await findLiveSession(db, principal.sessionId))) throw invalid()
  return { token, secondsLeft: Math.floor((principal.expiresAt - Date.now()) / 1000) }
}

const invalid = (cause?: unknown) =>
  new DomainError({ kind: 'unauthenticated', code: 'invalid_token', message: 'Invalid token', cause })
