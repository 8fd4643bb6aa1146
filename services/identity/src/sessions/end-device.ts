import { DomainError } from '@rehearse/contracts'
import type { Db } from '../tables.ts'
import { endSession } from './end-session.ts'
import { findLiveSession } from './session-repository.ts'

/**
 * Ends one of a learner's own sessions. One that has ended already, or is somebody else's, is not theirs to be found.
 * @throws {DomainError} 404 `session_not_found`
 */
export async function endDevice(
  db: Db,
  learner: { id: string; sessionId: string },
  sessionId: string,
): Promise<void> {
  const session = await findLiveSession(db, sessionId)
  if (session?.kind !== 'learner' || session.subject_id !== learner.id) throw sessionNotFound()
  const reason = sessionId === learner.sessionId ? 'signed-out' : 'ended-elsewhere'
  await db.transaction().execute((trx) => endSession(trx, sessionId, reason))
}

const sessionNotFound = () =>
  new DomainError({ kind: 'not-found', code: 'session_not_found', message: 'Session not found' })
