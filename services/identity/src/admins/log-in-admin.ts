import { ADMIN_TOKEN_TTL, DomainError } from '@rehearse/contracts'
import type { AdminRow, Db } from '../db/tables.ts'
import type { AccessToken, TokenIssuer } from '../keys/token-issuer.ts'
import { addressOf } from '../passwords/address-of.ts'
import type { Lane } from '../passwords/concurrency-limit.ts'
import type { PasswordHasher } from '../passwords/password-hasher.ts'
import type { Device } from '../sessions/device.ts'
import { invalidCredentials } from '../sessions/refusals.ts'
import { startAdminSession } from '../sessions/start-session.ts'
import { adminDeactivated } from './admin.ts'
import { findAdminByEmail, noteAdminSignIn } from './admin-repository.ts'

interface Dependencies {
  db: Db
  passwords: PasswordHasher
  tokens: TokenIssuer
}

/**
 * @throws {DomainError} 400 `credentials_required`; 401 `invalid_credentials`; 401 `admin_deactivated`, which only
 * who knows the password gets to hear
 */
export async function logInAdmin(
  { db, passwords, tokens }: Dependencies,
  input: { email?: string | null | undefined; password?: string | null | undefined },
  device: Device,
  lane?: Lane,
): Promise<AccessToken & { admin: AdminRow }> {
  if (!input.email || !input.password) throw credentialsRequired()
  const found = await findAdminByEmail(db, addressOf(input.email))
  const matches = await passwords.matches(input.password, found?.password_hash, lane)
  if (!matches || !found) throw invalidCredentials()
  const { admin, session } = await db.transaction().execute(async (trx) => {
    const admin = await noteAdminSignIn(trx, found.id)
    if (admin === undefined) throw adminDeactivated()
    return { admin, session: await startAdminSession(trx, admin.id, device) }
  })
  const access = await tokens.issue({
    subjectId: admin.id,
    sessionId: session.id,
    role: admin.role,
    issuedAt: session.startedAt,
    ttl: ADMIN_TOKEN_TTL,
  })
  return { admin, ...access }
}

const credentialsRequired = () =>
  new DomainError({
    kind: 'invalid',
    code: 'credentials_required',
    message: 'Email and password are required',
  })
