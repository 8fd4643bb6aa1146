import { linkExpired } from '../email/emailed-links.ts'
import { queueMail, takeBackLinks } from '../email/repository.ts'
import { endTokens, findToken, useToken } from '../email/token-repository.ts'
import type { AccountState } from '../limits/familiar-device.ts'
import { noPassword, passwordsDoNotMatch, wrongPassword } from '../passwords/errors.ts'
import type { HashTurn, PasswordHasher } from '../passwords/password-hasher.ts'
import { invalidToken } from '../sessions/errors.ts'
import { endSessionsOf } from '../sessions/session.ts'
import type { AccountTokenRow, Db, Trx } from '../tables.ts'
import { findLearner, holdByPassword, storePassword } from './repository.ts'

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

/**
 * Has a link mailed by which a new password can be set, should the address be a learner's. Whether it is, the sender of
 * mail finds out, later: here nobody looks, so neither the answer nor its time can tell.
 */
export function forgotPassword(db: Db, email: string): Promise<void> {
  return db
    .transaction()
    .execute((trx) =>
      queueMail(trx, { learnerId: null, recipient: email, letter: { kind: 'reset-password' } }),
    )
}

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

/** What the password that goes could have been asked to be mailed for. */
const mailedFor = ['reset-password', 'confirm-email'] as const

interface PasswordChange {
  uid: string
  passwordHash: string
  /** Whether the change came by a link that only the owner of the address could have. */
  provesEmail: boolean
  /** The session that goes on; all others end. */
  spareSession?: string
}

/**
 * Gives an account a new password, signs everybody else out of it, ends links that were mailed for it, and tells its owner.
 * @param expectedEmail the address that the account must still have
 * @throws {DomainError} 400 `link_expired` when it has another by now
 */
async function setPassword(trx: Trx, change: PasswordChange, expectedEmail: string): Promise<void> {
  const { uid, spareSession } = change
  const learner = await storePassword(trx, change)
  if (learner?.email !== expectedEmail) throw linkExpired()
  await endSessionsOf(trx, { kind: 'learner', subjectId: uid, except: spareSession }, 'password-changed')
  // A move to another address, too: who asked for it may be who is being shut out. In this order: a mail that is being
  // sent, or would be sent again, gives its link another life.
  await takeBackLinks(trx, { learnerId: uid, recipient: learner.email, kinds: mailedFor })
  await endTokens(trx, uid, mailedFor)
  await queueMail(trx, { learnerId: uid, recipient: learner.email, letter: { kind: 'password-changed' } })
}
