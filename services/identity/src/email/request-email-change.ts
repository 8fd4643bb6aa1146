import { emailTaken } from '../learners/email-taken.ts'
import { findLearner, findLearnerByEmail, holdByPassword } from '../learners/learner-repository.ts'
import type { HashTurn, PasswordHasher } from '../passwords/password-hasher.ts'
import { noPassword, wrongPassword } from '../passwords/refusals.ts'
import { invalidToken } from '../sessions/refusals.ts'
import type { Db } from '../tables.ts'
import { queueMail } from './mail-repository.ts'

/**
 * Mails a link to another address; following it makes that the account's. Until then nothing changes.
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
    if (!(await holdByPassword(trx, learner))) throw wrongPassword('password')
    await queueMail(trx, { learnerId: uid, recipient: newEmail, letter: { kind: 'confirm-email' } })
  })
  return 'sent'
}
