import type { AccountState } from '../limits/familiar-device.ts'
import type { HashTurn, PasswordHasher } from '../passwords/password-hasher.ts'
import { passwordsDoNotMatch } from '../passwords/passwords-do-not-match.ts'
import { noPassword, wrongPassword } from '../passwords/refusals.ts'
import { invalidToken } from '../sessions/refusals.ts'
import type { Db } from '../tables.ts'
import { findLearner, holdByPassword } from './learner-repository.ts'
import { setPassword } from './set-password.ts'

/**
 * Changes the password of who is signed in; their other sessions end. The same request again is answered as before.
 * @returns the account with its new password
 * @throws {DomainError} 400 `passwords_do_not_match`, `wrong_password`, `no_password`; 401 `invalid_token`
 */
export async function changePassword(
  { db, passwords }: { db: Db; passwords: PasswordHasher },
  { id: uid, sessionId }: { id: string; sessionId: string },
  input: { currentPassword: string; newPassword: string; confirmPassword: string },
  turn: HashTurn,
): Promise<AccountState> {
  if (input.newPassword !== input.confirmPassword) throw passwordsDoNotMatch()
  const learner = await findLearner(db, uid)
  if (learner === undefined) throw invalidToken()
  if (learner.password_hash === null) throw noPassword()
  const account = { kind: 'learner' as const, email: learner.email, passwordHash: learner.password_hash }
  if (!(await passwords.matches(input.currentPassword, learner.password_hash, turn))) {
    if (await passwords.matches(input.newPassword, learner.password_hash, turn)) return account
    throw wrongPassword('currentPassword')
  }
  const passwordHash = await passwords.hash(input.newPassword, turn)
  await db.transaction().execute(async (trx) => {
    if (!(await holdByPassword(trx, learner))) throw wrongPassword('currentPassword')
    await setPassword(trx, { uid, passwordHash, provesEmail: false, spareSession: sessionId }, learner.email)
  })
  return { ...account, passwordHash }
}
