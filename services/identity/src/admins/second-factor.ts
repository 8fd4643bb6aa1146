import { DomainError } from '@rehearse/contracts'
import { queueMail } from '../email/repository.ts'
import type { Seal } from '../keys/seal.ts'
import type { TokenIssuer } from '../keys/token-issuer.ts'
import type { HashQueueKey, PasswordHasher } from '../passwords/password-hasher.ts'
import type { Device } from '../sessions/device.ts'
import { invalidToken } from '../sessions/errors.ts'
import { endSessionsOf, startAdminSession } from '../sessions/session.ts'
import type { Db, Trx } from '../tables.ts'
import {
  checkSecondFactor,
  hashRecoveryCode,
  matchTotpStep,
  newRecoveryCodes,
  newTotpSecret,
  type SecondFactorInput,
  sealPurpose,
  secondFactorError,
  totpUri,
} from './check-second-factor.ts'
import { adminByPassword } from './password.ts'
import { findAdmin } from './repository.ts'
import {
  confirmTotp,
  countRecoveryCodes,
  deleteTotp,
  exchangeSealedSecret,
  findAdminsToEnroll,
  findTotp,
  insertUnconfirmedTotp,
  lockUnconfirmedTotp,
  readTotpSecrets,
  replaceRecoveryCodes,
} from './second-factor-repository.ts'
import { issueAdminToken, type SignedInAdmin } from './sign-in.ts'

interface Dependencies {
  db: Db
  passwords: PasswordHasher
  tokens: TokenIssuer
  seal: Seal
}

interface Caller {
  id: string
  sessionId: string
}

export async function secondFactorOf(
  db: Db,
  adminId: string,
): Promise<{ enabled: boolean; recoveryCodesLeft: number }> {
  const totp = await findTotp(db, adminId)
  return { enabled: totp?.confirmed_at != null, recoveryCodesLeft: await countRecoveryCodes(db, adminId) }
}

/**
 * Starts the setup of a second factor, which takes effect when it is confirmed.
 * @throws {DomainError} 400 `wrong_password`; 409 `totp_enabled`
 */
export async function enrollTotp(
  dependencies: Dependencies,
  adminId: string,
  password: string,
  turn: HashQueueKey,
): Promise<{ secret: string; uri: string }> {
  const { db, seal } = dependencies
  const { email } = await adminByPassword(dependencies, adminId, password, turn)
  const secret = newTotpSecret()
  if (!(await insertUnconfirmedTotp(db, adminId, seal.close(secret, sealPurpose(adminId))))) {
    throw conflict('totp_enabled', 'Two-step sign-in is already on')
  }
  return { secret, uri: totpUri(secret, email) }
}

/**
 * Confirms a second factor with its first code. The admin's other sessions end; an enrollment session is replaced by
 * a full one.
 * @throws {DomainError} 400 `totp_invalid`; 409 `totp_not_started`
 */
export async function confirmEnrollment(
  { db, seal, tokens }: Dependencies,
  caller: Caller & { isEnrolling: boolean },
  code: string,
  device: Device,
): Promise<{ recoveryCodes: string[]; signedIn?: SignedInAdmin }> {
  const recoveryCodes = newRecoveryCodes()
  const started = await db.transaction().execute(async (trx) => {
    const totp = await lockUnconfirmedTotp(trx, caller.id)
    if (totp === undefined) {
      throw conflict('totp_not_started', 'Start setting up two-step sign-in again')
    }
    const step = matchTotpStep(seal.open(totp.secret, sealPurpose(caller.id)), code, Date.now())
    if (step === undefined) throw secondFactorError('wrong', 'invalid')
    await confirmTotp(trx, caller.id, step)
    await replaceRecoveryCodes(trx, caller.id, recoveryCodes.map(hashRecoveryCode))
    const except = caller.isEnrolling ? undefined : caller.sessionId
    await endSessionsOf(trx, { kind: 'admin', subjectId: caller.id, except }, 'second-factor-changed')
    if (!caller.isEnrolling) return null
    const admin = await findAdmin(trx, caller.id)
    if (admin === undefined || !admin.is_active) throw invalidToken()
    return { admin, session: await startAdminSession(trx, admin.id, device, false) }
  })
  if (started === null) return { recoveryCodes }
  const { admin, session } = started
  const access = await issueAdminToken(tokens, admin, session, false)
  return { recoveryCodes, signedIn: { admin, mustEnroll: false, ...access } }
}

/**
 * Removes the second factor with its recovery codes.
 * @param options if a second factor is `required`, all sessions end and the next sign-in sets up another
 * @throws {DomainError} 400 `wrong_password`, `totp_required`, `totp_invalid`; 409 `totp_not_enabled`; 429
 */
export async function removeTotp(
  dependencies: Dependencies,
  { id, sessionId }: Caller,
  input: { password: string } & SecondFactorInput,
  { required, turn }: { required: boolean; turn: HashQueueKey },
): Promise<void> {
  const { email } = await adminByPassword(dependencies, id, input.password, turn)
  await withSecondFactor(dependencies, id, input, async (trx) => {
    await deleteTotp(trx, id)
    const except = required ? undefined : sessionId
    await endSessionsOf(trx, { kind: 'admin', subjectId: id, except }, 'second-factor-changed')
    await queueMail(trx, {
      learnerId: null,
      recipient: email,
      letter: { kind: 'admin-second-factor-removed' },
    })
  })
}

/**
 * Replaces all recovery codes.
 * @throws {DomainError} 400 `wrong_password`, `totp_invalid`; 409 `totp_not_enabled`; 429
 */
export async function renewRecoveryCodes(
  dependencies: Dependencies,
  adminId: string,
  input: { password: string; code: string },
  turn: HashQueueKey,
): Promise<string[]> {
  await adminByPassword(dependencies, adminId, input.password, turn)
  const codes = newRecoveryCodes()
  await withSecondFactor(dependencies, adminId, input, (trx) =>
    replaceRecoveryCodes(trx, adminId, codes.map(hashRecoveryCode)),
  )
  return codes
}

/** Makes a change that requires a second factor, in the transaction that checks it. */
async function withSecondFactor(
  { db, seal }: Dependencies,
  adminId: string,
  shown: SecondFactorInput,
  change: (trx: Trx) => Promise<void>,
): Promise<void> {
  const check = await db.transaction().execute(async (trx) => {
    const check = await checkSecondFactor(trx, seal, adminId, shown)
    if (check === 'accepted') await change(trx)
    return check
  })
  if (check === 'none') throw conflict('totp_not_enabled', 'Two-step sign-in is not on')
  if (check !== 'accepted') throw secondFactorError(check, 'invalid')
}

/** Re-encrypts secrets that the previous key encrypted. */
export async function resealTotpSecrets(db: Db, seal: Seal): Promise<void> {
  for (const { admin_id, secret } of await readTotpSecrets(db)) {
    const resealed = seal.reseal(secret, sealPurpose(admin_id))
    if (resealed !== null) await exchangeSealedSecret(db, admin_id, { before: secret, after: resealed })
  }
}

/** Ends sessions that started before a second factor was required. @returns the number of admins */
export async function endSessionsWithoutFactor(db: Db): Promise<number> {
  const admins = await findAdminsToEnroll(db)
  for (const subjectId of admins) {
    await db
      .transaction()
      .execute((trx) => endSessionsOf(trx, { kind: 'admin', subjectId }, 'second-factor-changed'))
  }
  return admins.length
}

const conflict = (code: string, message: string) => new DomainError({ kind: 'conflict', code, message })
