import { markVerified } from '../learners/account-repository.ts'
import { findLearner } from '../learners/learner-repository.ts'
import type { Db } from '../tables.ts'
import { findToken, useToken } from './account-token-repository.ts'
import { linkExpired } from './link-expired.ts'

/**
 * Notes that an address is its learner's. Done again with the same link, it is done.
 * @throws {DomainError} 400 `link_expired`
 */
export async function verifyEmail(db: Db, token: string): Promise<void> {
  const found = await findToken(db, { token, purpose: 'verify-email' })
  if (found === undefined) throw linkExpired()
  if (found.used_at !== null) {
    const learner = await findLearner(db, found.learner_id)
    if (learner?.is_email_verified && learner.email === found.email) return
    throw linkExpired()
  }
  await db.transaction().execute(async (trx) => {
    const used = await useToken(trx, found.id)
    if (!used || !(await markVerified(trx, found.learner_id, found.email))) throw linkExpired()
  })
}
