import { DomainError } from '@rehearse/contracts'
import { isAddressTaken, moveToAddress } from '../learners/account-repository.ts'
import { emailTaken } from '../learners/email-taken.ts'
import { findLearner } from '../learners/learner-repository.ts'
import type { Db } from '../tables.ts'
import { endTokens, findToken, useToken } from './account-token-repository.ts'
import { linkExpired } from './link-expired.ts'
import { queueMail } from './mail-repository.ts'

/**
 * Moves the account of who is signed in to the address that a link was mailed to, and tells the old one. Done again
 * with the same link, it is done. The link alone isn't enough: at a mistyped address it is in somebody else's mailbox.
 * @throws {DomainError} 400 `link_expired`; 403 `link_of_other_account`; 409 `email_taken` when somebody was quicker: the link can be tried again
 */
export async function confirmEmailChange(db: Db, uid: string, token: string): Promise<void> {
  const found = await findToken(db, { token, purpose: 'confirm-email' })
  if (found === undefined) throw linkExpired()
  if (found.learner_id !== uid) throw linkOfOtherAccount()
  const { email } = found
  if (found.used_at !== null) {
    if ((await findLearner(db, uid))?.email === email) return
    throw linkExpired()
  }
  const moving = db.transaction().execute(async (trx) => {
    if (!(await useToken(trx, found.id))) throw linkExpired()
    const before = await moveToAddress(trx, uid, email)
    if (before === undefined) throw linkExpired()
    await endTokens(trx, uid, ['verify-email', 'reset-password', 'confirm-email'])
    await queueMail(trx, { learnerId: uid, recipient: before, letter: { kind: 'email-changed' } })
  })
  await moving.catch((error: unknown) => {
    throw isAddressTaken(error) ? emailTaken() : error
  })
}

const linkOfOtherAccount = () =>
  new DomainError({
    kind: 'forbidden',
    code: 'link_of_other_account',
    message: 'This link belongs to another account. Sign in with the account that asked for it.',
  })
