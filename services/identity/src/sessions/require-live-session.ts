import type { Principal } from '@rehearse/service-kit'
import type { Db } from '../tables.ts'
import { invalidToken } from './refusals.ts'
import { findLiveSession } from './session-repository.ts'

/** @throws {DomainError} 401 `invalid_token` when the session has ended, or is not the one that the token says */
export async function requireLiveSession(
  db: Db,
  { id, role, sessionId }: Pick<Principal, 'id' | 'role' | 'sessionId'>,
): Promise<void> {
  const session = await findLiveSession(db, sessionId)
  const kind = role === 'learner' ? 'learner' : 'admin'
  if (session?.kind !== kind || session.subject_id !== id) throw invalidToken()
  if (session.can_only_enroll !== (role === 'enrolling_admin')) throw invalidToken()
}
