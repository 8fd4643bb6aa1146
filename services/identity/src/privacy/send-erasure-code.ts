import type { Db } from '../db/tables.ts'
import { findLearner } from '../learners/learner-repository.ts'
import { queueMail } from '../mail/mail-repository.ts'
import { invalidToken } from '../sessions/refusals.ts'

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
