import { randomUUID } from 'node:crypto'
import {
  ADMIN_ENROLLMENT_TTL,
  ADMIN_TOKEN_TTL,
  type Admin,
  DomainError,
  logInAdmin as logInAdminEndpoint,
} from '@rehearse/contracts'
import { currentContext } from '@rehearse/service-kit'
import { insertEntries } from '../audit/repository.ts'
import type { Seal } from '../keys/seal.ts'
import type { AccessToken, TokenIssuer } from '../keys/token-issuer.ts'
import { normalizeEmail } from '../passwords/normalize-email.ts'
import type { HashQueueKey, PasswordHasher } from '../passwords/password-hasher.ts'
import type { Device } from '../sessions/device.ts'
import { invalidCredentials, invalidToken } from '../sessions/errors.ts'
import { type StartedSession, startAdminSession } from '../sessions/session.ts'
import type { AdminRow, Db, Trx } from '../tables.ts'
import { adminDeactivated, toAdmin } from './admin.ts'
import { checkSecondFactor, type SecondFactorInput, secondFactorError } from './check-second-factor.ts'
import { findAdmin, findAdminByEmail, recordAdminSignIn, renewAdminPasswordHash } from './repository.ts'

interface Dependencies {
  db: Db
  passwords: PasswordHasher
  tokens: TokenIssuer
  seal: Seal
  /** Whether admins without a second factor can only set one up. */
  totpRequired: boolean
  /** Whether the account is over its sign-in limit: then the password alone isn't enough. */
  mustProveFactor: boolean
}

export interface SignedInAdmin extends AccessToken {
  admin: AdminRow
  /** The token only allows setting up the second factor. */
  mustEnroll: boolean
}

/**
 * @throws {DomainError} 400 `credentials_required`; 401 `invalid_credentials`. After the correct password: 401
 * `admin_deactivated`, `totp_required`, `totp_invalid`, 429 `too_many_codes`
 */
export async function logInAdmin(
  dependencies: Dependencies,
  input: { email?: string | null | undefined; password?: string | null | undefined } & SecondFactorInput,
  device: Device,
  turn: HashQueueKey,
): Promise<SignedInAdmin> {
  if (!input.email || !input.password) throw credentialsRequired()
  const { db, passwords, tokens, seal, totpRequired, mustProveFactor } = dependencies
  const found = await findAdminByEmail(db, normalizeEmail(input.email))
  const match = await passwords.match(input.password, found?.password_hash, turn)
  if (match === 'none' || !found) throw invalidCredentials()
  if (!found.is_active) throw adminDeactivated()
  if (match === 'outdated') {
    await renewAdminPasswordHash(db, found, await passwords.hash(input.password, turn))
    // Reads the account again: a concurrent sign-in may have stored another hash of the same password.
    return logInAdmin(dependencies, input, device, turn)
  }
  const result = await db.transaction().execute(async (trx) => {
    const factor = await checkSecondFactor(trx, seal, found.id, input)
    // Returned, not thrown, so that the wrong code is counted.
    if (factor !== 'none' && factor !== 'accepted') return secondFactorError(factor, 'unauthenticated')
    if (factor === 'none' && mustProveFactor) return secondFactorError('missing', 'unauthenticated')
    const mustEnroll = totpRequired && factor === 'none'
    const admin = await recordAdminSignIn(trx, found)
    if (admin === undefined) throw await signInError(trx, found.id)
    await recordSignIn(trx, admin)
    return { admin, mustEnroll, session: await startAdminSession(trx, admin.id, device, mustEnroll) }
  })
  if (result instanceof DomainError) throw result
  const { admin, mustEnroll, session } = result
  return { admin, mustEnroll, ...(await issueAdminToken(tokens, admin, session, mustEnroll)) }
}

/** In the audit log: other calls are recorded by their endpoints, but a visitor makes this one. */
function recordSignIn(trx: Trx, { id, role }: AdminRow): Promise<void> {
  const { method, path, summary } = logInAdminEndpoint
  const record = {
    actor: id,
    role,
    topic: 'sessions' as const,
    action: `${method} ${path}`,
    summary,
    target: null,
    title: null,
    details: {},
    requestId: currentContext()?.requestId ?? '',
  }
  return insertEntries(trx, [{ id: randomUUID(), at: new Date(), record }])
}

export function issueAdminToken(
  tokens: TokenIssuer,
  admin: AdminRow,
  session: StartedSession,
  mustEnroll: boolean,
): Promise<AccessToken> {
  return tokens.issue({
    subjectId: admin.id,
    sessionId: session.id,
    role: mustEnroll ? 'enrolling_admin' : admin.role,
    issuedAt: session.startedAt,
    ttl: mustEnroll ? ADMIN_ENROLLMENT_TTL : ADMIN_TOKEN_TTL,
  })
}

/** The account was deactivated, or its password changed, after the comparison. */
async function signInError(trx: Trx, id: string): Promise<DomainError> {
  const admin = await findAdmin(trx, id)
  return admin !== undefined && !admin.is_active ? adminDeactivated() : invalidCredentials()
}

const credentialsRequired = () =>
  new DomainError({
    kind: 'invalid',
    code: 'credentials_required',
    message: 'Email and password are required',
  })

/**
 * The admin of a session that the session check has already validated.
 * @throws {DomainError} 401 `invalid_token`, `admin_deactivated`
 */
export async function adminOfSession(db: Db, { id }: { id: string }): Promise<Admin> {
  const admin = await findAdmin(db, id)
  if (admin === undefined) throw invalidToken()
  if (!admin.is_active) throw adminDeactivated()
  return toAdmin(admin)
}
