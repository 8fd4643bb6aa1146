import { DomainError } from '@rehearse/contracts'
import { linkExpired } from '../email/emailed-links.ts'
import { queueMail } from '../email/repository.ts'
import { endTokens, findToken, useToken } from '../email/token-repository.ts'
import { noPassword, wrongPassword } from '../passwords/errors.ts'
import type { HashTurn, PasswordHasher } from '../passwords/password-hasher.ts'
import { invalidToken } from '../sessions/errors.ts'
import type { Db } from '../tables.ts'
import { emailTaken } from './learner.ts'
import {
  findLearner,
  findLearnerByEmail,
  isAddressTaken,
  lockIfPasswordUnchanged,
  markVerified,
  moveToAddress,
} from './repository.ts'

/**
 * Verifies an address by an emailed link. Repeating it with the same link succeeds.
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

/**
 * Mails the verification link again, unless the address is verified.
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

/**
 * Mails a link to a new address. Following it makes that the account's address.
 * @throws {DomainError} 400 `wrong_password`, `no_password`; 401 `invalid_token`; 409 `email_taken`
 */
export async function requestEmailChange(
  { db, passwords }: { db: Db; passwords: PasswordHasher },
  uid: string,
  { newEmail, password }: { newEmail: string; password: string },
  turn: HashTurn,
): Promise<'sent' | 'same-already'> {
  const learner = await findLearner(db, uid)
  if (learner === undefined) throw invalidToken()
  if (learner.password_hash === null) throw noPassword()
  if (!(await passwords.matches(password, learner.password_hash, turn))) throw wrongPassword('password')
  if (learner.email === newEmail) return 'same-already'
  if (await findLearnerByEmail(db, newEmail)) throw emailTaken()
  await db.transaction().execute(async (trx) => {
    if (!(await lockIfPasswordUnchanged(trx, learner))) throw wrongPassword('password')
    await queueMail(trx, { learnerId: uid, recipient: newEmail, letter: { kind: 'confirm-email' } })
  })
  return 'sent'
}

/**
 * Changes the signed-in learner's address to the one that the link was mailed to, and notifies the old one. Repeating it
 * succeeds. The link alone isn't enough: a mistyped address puts it in someone else's mailbox.
 * @throws {DomainError} 400 `link_expired`; 403 `link_of_other_account`; 409 `email_taken` if another account took it first; the link stays valid
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
