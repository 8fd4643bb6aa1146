import { linkExpired } from '../email/emailed-links.ts'
import { queueMail, revokeQueuedLinks } from '../email/repository.ts'
import { endTokens, findToken, useToken } from '../email/token-repository.ts'
import type { AccountState } from '../limits/familiar-device.ts'
import { noPassword, requireSamePassword, wrongPassword } from '../passwords/errors.ts'
import type { HashQueueKey, PasswordHasher } from '../passwords/password-hasher.ts'
import { invalidToken } from '../sessions/errors.ts'
import { endSessionsOf } from '../sessions/session.ts'
import type { AccountTokenRow, Db, Trx } from '../tables.ts'
import { findLearner, lockIfPasswordUnchanged, storePassword } from './repository.ts'

/**
 * Changes the signed-in learner's password and ends their other sessions. Repeating the request succeeds again.
 * @returns the account with its new password
 * @throws {DomainError} 400 `passwords_do_not_match`, `wrong_password`, `no_password`; 401 `invalid_token`
 */
export async function changePassword(
  { db, passwords }: { db: Db; passwords: PasswordHasher },
  { id: uid, sessionId }: { id: string; sessionId: string },
  input: { currentPassword: string; newPassword: string; confirmPassword: string },
  turn: HashQueueKey,
): Promise<AccountState> {
  requireSamePassword(input.newPassword, input.confirmPassword)
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
    if (!(await lockIfPasswordUnchanged(trx, learner))) throw wrongPassword('currentPassword')
    await setPassword(trx, { uid, passwordHash, provesEmail: false, spareSession: sessionId }, learner.email)
  })
  return { ...account, passwordHash }
}

/**
 * Queues a link to set a new password. The mail worker checks later whether the address belongs to a learner, so neither
 * the response nor its timing reveals that.
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
 * Sets a password by an emailed link, also the first one of an account that signs in with a provider. All its sessions
 * end. Repeating the request succeeds again.
 * @returns the account with its new password
 * @throws {DomainError} 400 `passwords_do_not_match`, `link_expired`
 */
export async function resetPassword(
  dependencies: Dependencies,
  input: { token: string; password: string; confirmPassword: string },
  turn: HashQueueKey,
): Promise<AccountState> {
  const { db, passwords } = dependencies
  requireSamePassword(input.password, input.confirmPassword)
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

/** A used link changes nothing, but a retry with the same password succeeds: its first response may have been lost. */
async function confirmRepeated(
  { db, passwords }: Dependencies,
  token: AccountTokenRow,
  password: string,
  turn: HashQueueKey,
): Promise<AccountState> {
  const learner = await findLearner(db, token.learner_id)
  const matches = await passwords.matches(password, learner?.password_hash, turn)
  if (!matches || !learner) throw linkExpired()
  return { kind: 'learner', email: learner.email, passwordHash: learner.password_hash }
}

/** Links that someone who knew the old password could have requested. */
const mailedFor = ['reset-password', 'confirm-email', 'sign-in'] as const

interface PasswordChange {
  uid: string
  passwordHash: string
  /** Whether the change came by an emailed link, which proves that the address is theirs. */
  provesEmail: boolean
  /** The session to keep; all others end. */
  spareSession?: string
}

/**
 * Sets an account's password, ends its other sessions, revokes its emailed links, and notifies its owner.
 * @param expectedEmail the address that the account must still have
 * @throws {DomainError} 400 `link_expired` if the address has changed
 */
async function setPassword(trx: Trx, change: PasswordChange, expectedEmail: string): Promise<void> {
  const { uid, spareSession } = change
  const learner = await storePassword(trx, change)
  if (learner?.email !== expectedEmail) throw linkExpired()
  await endSessionsOf(trx, { kind: 'learner', subjectId: uid, except: spareSession }, 'password-changed')
  // An email change too: the person being locked out may have requested it. Queued mail is revoked first, since
  // sending it would renew its link.
  await revokeQueuedLinks(trx, { learnerId: uid, recipient: learner.email, kinds: mailedFor })
  await endTokens(trx, uid, mailedFor)
  await queueMail(trx, { learnerId: uid, recipient: learner.email, letter: { kind: 'password-changed' } })
}
