import { queueMail } from '../email/mail-repository.ts'
import { findLearner } from '../learners/learner-repository.ts'
import { invalidToken } from '../sessions/refusals.ts'
import type { Db } from '../tables.ts'

/**
 * Mails the code by which a learner without a password confirms that the account is to be erased.
 * @throws {DomainError} 401 `invalid_token`
 */
export async function sendErasureCode(db: Db, uid: string): Promise<void> {
  const learner = await findLearner(db, uid)
  if (learner === undefined) throw invalidToken()
  const mail = { learnerId: uid, recipient: learner.email, letter: { kind: 'erase-account' as const } }
  await db.transaction().execute((trx) => queueMail(trx, mail))
}
