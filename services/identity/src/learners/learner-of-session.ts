import type { User } from '@rehearse/contracts'
import { invalidToken } from '../sessions/refusals.ts'
import type { Db } from '../tables.ts'
import { findLearner } from './learner-repository.ts'
import { toUser } from './user.ts'

/**
 * The learner whose session it is; that it is alive has been checked at the door.
 * @throws {DomainError} 401 `invalid_token`
 */
export async function learnerOfSession(db: Db, { id }: { id: string }): Promise<User> {
  const learner = await findLearner(db, id)
  if (learner === undefined) throw invalidToken()
  return toUser(learner)
}
