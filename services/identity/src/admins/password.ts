import { randomBytes, randomUUID } from 'node:crypto'
import { DomainError } from '@rehearse/contracts'
import { hashMailedToken, linkExpired, type MailedSecrets } from '../email/emailed-links.ts'
import { queueMail } from '../email/repository.ts'
import type { Seal } from '../keys/seal.ts'
import type { AccountState } from '../limits/familiar-device.ts'
import { wrongPassword } from '../passwords/errors.ts'
import type { HashQueueKey, PasswordHasher } from '../passwords/password-hasher.ts'
import { invalidToken } from '../sessions/errors.ts'
import { endSessionsOf } from '../sessions/session.ts'
import type { AdminRow, Db, Trx } from '../tables.ts'
import { checkSecondFactor, type SecondFactorInput, secondFactorError } from './check-second-factor.ts'
import { adminNotFound } from './manage-admins.ts'
import {
  findAdmin,
  findAdminByEmail,
  findPasswordReset,
  lockAdminIfPasswordUnchanged,
  lockAdmins,
  storeAdminPassword,
  storePasswordReset,
  takePasswordReset,
} from './repository.ts'
import { deleteTotp } from './second-factor-repository.ts'

interface Dependencies {
  db: Db
  passwords: PasswordHasher
}

interface Caller {
  id: string
  sessionId: string
}

/**
 * The signed-in admin, after checking their password again.
 * @param path the input field of the password
 * @throws {DomainError} 400 `wrong_password`; 401 `invalid_token`
 */
export async function adminByPassword(
  { db, passwords }: Dependencies,
  adminId: string,
  password: string,
  turn: HashQueueKey,
  path = 'password',
): Promise<AdminRow> {
  const admin = await findAdmin(db, adminId)
  if (admin === undefined) throw invalidToken()
  if (!(await passwords.matches(password, admin.password_hash, turn))) throw wrongPassword(path)
  return admin
}

/**
 * Makes a change, in the transaction that checks the second factor of the admin who requests it, if they have one.
 * @throws {DomainError} 400 `totp_required`, `totp_invalid`; 429 `too_many_codes`
 */
async function confirmedByFactor<Result>(
  { db, seal }: { db: Db; seal: Seal },
  adminId: string,
  input: SecondFactorInput,
  change: (trx: Trx) => Promise<Result>,
  /** Taken before the lock of the second factor. */
  lock?: (trx: Trx) => Promise<void>,
): Promise<Result> {
  const outcome = await db.transaction().execute(async (trx) => {
    await lock?.(trx)
    const check = await checkSecondFactor(trx, seal, adminId, input)
    // Returned, not thrown, so that the wrong code is counted.
    if (check !== 'none' && check !== 'accepted') return { error: secondFactorError(check, 'invalid') }
    return { result: await change(trx) }
  })
  if (outcome.error !== undefined) throw outcome.error
  return outcome.result
}

/**
 * Changes the signed-in admin's password and ends their other sessions.
 * @returns the account with its new password
 * @throws {DomainError} 400 `wrong_password`, `totp_required`, `totp_invalid`; 401 `invalid_token`; 429 `too_many_codes`
 */
export async function changeAdminPassword(
  dependencies: Dependencies & { seal: Seal },
  { id, sessionId }: Caller,
  input: { currentPassword: string; newPassword: string } & SecondFactorInput,
  turn: HashQueueKey,
): Promise<AccountState> {
  const admin = await adminByPassword(dependencies, id, input.currentPassword, turn, 'currentPassword')
  const passwordHash = await dependencies.passwords.hash(input.newPassword, turn)
  await confirmedByFactor(dependencies, id, input, async (trx) => {
    if (!(await lockAdminIfPasswordUnchanged(trx, admin))) throw wrongPassword('currentPassword')
    await setPassword(trx, admin, passwordHash, sessionId)
  })
  return { kind: 'admin', email: admin.email, passwordHash }
}

/**
 * Resets an admin's password on behalf of a super admin, who confirms with their own password. The old password stops
 * working, all sessions end, and a link sets a new one. The link is mailed if mail is configured; otherwise it is
 * returned.
 * @throws {DomainError} 400 `wrong_password`, `totp_required`, `totp_invalid`; 401 `invalid_token`; 404 `admin_not_found`;
 *   409 `own_password_reset`; 429 `too_many_codes`
 */
export async function resetAdminPassword(
  dependencies: Dependencies & { secrets: MailedSecrets; sendsMail: boolean; seal: Seal },
  by: Caller,
  input: { adminId: string; password: string; removeSecondFactor: boolean } & SecondFactorInput,
  turn: HashQueueKey,
): Promise<{ mailedTo: string | null; token: string | null; expiresAt: Date; removedSecondFactor: boolean }> {
  const { secrets, sendsMail } = dependencies
  const superAdmin = await adminByPassword(dependencies, by.id, input.password, turn)
  // This also protects the last super admin, since the one who resets another's password stays active.
  if (input.adminId === by.id) throw ownPasswordReset()
  const beginForSuperAdmin = async (trx: Trx) => {
    if (!(await lockAdminIfPasswordUnchanged(trx, superAdmin))) throw invalidToken()
    if (superAdmin.role !== 'super_admin') throw invalidToken()
    const mailId = randomUUID()
    const token = sendsMail ? secrets.tokenOf(mailId) : newToken()
    const { admin, ...begun } = await beginReset(trx, { ...input, token })
    if (!sendsMail) return { mailedTo: null, token, ...begun }
    const letter = { kind: 'admin-reset-password', adminId: admin.id } as const
    await queueMail(trx, { id: mailId, learnerId: null, recipient: admin.email, letter })
    return { mailedTo: admin.email, token: null, ...begun }
  }
  // One at a time: if two super admins reset each other, the second reset fails because that admin's own password no
  // longer works.
  return confirmedByFactor(dependencies, by.id, input, beginForSuperAdmin, lockAdmins)
}

/**
 * Resets an admin's password from the command line, when no super admin can sign in.
 * @returns the token of the link
 * @throws {DomainError} 404 `admin_not_found`
 */
export async function resetAdminAsOperator(
  db: Db,
  { email, removeSecondFactor }: { email: string; removeSecondFactor: boolean },
): Promise<string> {
  const token = newToken()
  await db.transaction().execute(async (trx) => {
    await lockAdmins(trx)
    const admin = await findAdminByEmail(trx, email)
    if (admin === undefined) throw adminNotFound()
    await beginReset(trx, { adminId: admin.id, removeSecondFactor, token })
  })
  return token
}

const newToken = () => randomBytes(32).toString('base64url')

async function beginReset(
  trx: Trx,
  { adminId, removeSecondFactor, token }: { adminId: string; removeSecondFactor: boolean; token: string },
): Promise<{ admin: AdminRow; expiresAt: Date; removedSecondFactor: boolean }> {
  const admin = await storeAdminPassword(trx, adminId, null)
  if (admin === undefined) throw adminNotFound()
  await endSessionsOf(trx, { kind: 'admin', subjectId: adminId }, 'password-changed')
  const removedSecondFactor = removeSecondFactor && (await deleteTotp(trx, adminId))
  if (removedSecondFactor) {
    const letter = { kind: 'admin-second-factor-removed' } as const
    await queueMail(trx, { learnerId: null, recipient: admin.email, letter })
  }
  const expiresAt = await storePasswordReset(trx, { adminId, tokenHash: hashMailedToken(token) })
  return { admin, expiresAt, removedSecondFactor }
}

/**
 * Sets an admin's password with a reset link. It doesn't start a session, and a second factor stays.
 * @throws {DomainError} 400 `link_expired`, also for a link that was used
 */
export async function setAdminPassword(
  { db, passwords }: Dependencies,
  input: { token: string; password: string },
  turn: HashQueueKey,
): Promise<AdminRow> {
  const tokenHash = hashMailedToken(input.token)
  const adminId = await findPasswordReset(db, tokenHash)
  const admin = adminId === undefined ? undefined : await findAdmin(db, adminId)
  if (admin === undefined) throw linkExpired()
  const passwordHash = await passwords.hash(input.password, turn)
  await db.transaction().execute(async (trx) => {
    if (!(await takePasswordReset(trx, tokenHash))) throw linkExpired()
    await setPassword(trx, admin, passwordHash)
  })
  return admin
}

async function setPassword(trx: Trx, { id, email }: AdminRow, hash: string, spare?: string): Promise<void> {
  await storeAdminPassword(trx, id, hash)
  await endSessionsOf(trx, { kind: 'admin', subjectId: id, except: spare }, 'password-changed')
  await queueMail(trx, { learnerId: null, recipient: email, letter: { kind: 'admin-password-changed' } })
}

const ownPasswordReset = () =>
  new DomainError({
    kind: 'conflict',
    code: 'own_password_reset',
    message: 'Change your own password in your account instead of resetting it',
  })
