import type { User } from '@rehearse/contracts'
import type { Db } from '../db/tables.ts'
import { invalidToken } from '../sessions/refusals.ts'
import { findLiveSession } from '../sessions/session-repository.ts'
import { findLearner } from './learner-repository.ts'
import { toUser } from './user.ts'

/**
 * The learner a token speaks for. Asks the database, so that an ended session is refused though NATS, by which services
 * hear of it, be away.
 * @throws {DomainError} 401 `invalid_token`
 */
export async function learnerOfSession(
  db: Db,
  { id, sessionId }: { id: string; sessionId: string },
): Promise<User> {
  const session = await findLiveSession(db, sessionId)
  if (session?.kind !== 'learner' || session.subject_id !== id) throw invalidToken()
  const learner = await findLearner(db, id)
  if (learner === undefined) throw invalidToken()
  return toUser(learner)
}
