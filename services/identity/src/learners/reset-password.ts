import { findToken, useToken } from '../email/account-token-repository.ts'
import { linkExpired } from '../email/link-expired.ts'
import type { AccountState } from '../limits/familiar-device.ts'
import type { HashTurn, PasswordHasher } from '../passwords/password-hasher.ts'
import { passwordsDoNotMatch } from '../passwords/passwords-do-not-match.ts'
import type { AccountTokenRow, Db } from '../tables.ts'
import { findLearner } from './learner-repository.ts'
import { type PasswordChange, setPassword } from './set-password.ts'

interface Dependencies {
  db: Db
  passwords: PasswordHasher
}

/**
 * Sets the password of who holds a mailed link: also the first one of an account that was entered from elsewhere. All
 * its sessions end. The same request again is answered as before.
 * @returns the account with its new password
 * @throws {DomainError} 400 `passwords_do_not_match`, `link_expired`
 */
export async function resetPassword(
  dependencies: Dependencies,
  input: { token: string; password: string; confirmPassword: string },
  turn: HashTurn,
): Promise<AccountState> {
  const { db, passwords } = dependencies
  if (input.password !== input.confirmPassword) throw passwordsDoNotMatch()
  const token = await findToken(db, { token: input.token, purpose: 'reset-password' })
  if (token === undefined || !token.is_alive) throw linkExpired()
  if (token.used_at !== null) return confirmRepeated(dependencies, token, input.password, turn)
  const passwordHash = await passwords.hash(input.password, turn)
  const isDone = await db.transaction().execute(async (trx) => {
    if (!(await useToken(trx, token.id))) return false
    const change: PasswordChange = { uid: token.learner_id, passwordHash, provesEmail: true }
    await setPassword(trx, change, token.email)
    return true
  })
  if (!isDone) return confirmRepeated(dependencies, token, input.password, turn)
  return { kind: 'learner', email: token.email, passwordHash }
}

/** A used link sets nothing; who sends the same request again, perhaps for want of an answer, hears that it is done. */
async function confirmRepeated(
  { db, passwords }: Dependencies,
  token: AccountTokenRow,
  password: string,
  turn: HashTurn,
): Promise<AccountState> {
  const learner = await findLearner(db, token.learner_id)
  const matches = await passwords.matches(password, learner?.password_hash, turn)
  if (!matches || !learner) throw linkExpired()
  return { kind: 'learner', email: learner.email, passwordHash: learner.password_hash }
}
