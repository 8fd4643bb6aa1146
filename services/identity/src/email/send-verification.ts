import { findLearner } from '../learners/learner-repository.ts'
import { invalidToken } from '../sessions/refusals.ts'
import type { Db } from '../tables.ts'
import { queueMail } from './mail-repository.ts'

/**
 * Mails the link again by which a learner confirms their address; to a verified one nothing.
 * @throws {DomainError} 401 `invalid_token`
 */
export async function sendVerification(db: Db, uid: string): Promise<'sent' | 'verified-already'> {
  const learner = await findLearner(db, uid)
  if (learner === undefined) throw invalidToken()
  if (learner.is_email_verified) return 'verified-already'
  await db
    .transaction()
    .execute((trx) =>
      queueMail(trx, { learnerId: uid, recipient: learner.email, letter: { kind: 'verify-email' } }),
    )
  return 'sent'
}
