import {
  DomainError,
  getAdminSession,
  logInAdmin as logInAdminEndpoint,
  logOutAdmin,
} from '@rehearse/contracts'
import { type App, principalOf, serve } from '@rehearse/service-kit'
import type { Seal } from '../keys/seal.ts'
import type { TokenIssuer } from '../keys/token-issuer.ts'
import { hashQueueKeyOf } from '../limits/install-attempt-limits.ts'
import type { PasswordHasher } from '../passwords/password-hasher.ts'
import { clearAdminCookie, setAdminCookie } from '../sessions/cookies.ts'
import { deviceOf } from '../sessions/device.ts'
import { allowMissingBody } from '../sessions/routes.ts'
import { endSession } from '../sessions/session.ts'
import type { Db } from '../tables.ts'
import { adminOfSession, logInAdmin, type SignedInAdmin } from './sign-in.ts'

/** The error catalog's messages for an admin's session. */
const errorHandler = rephrase({
  authentication_required: 'No token provided',
  invalid_token: 'Invalid token',
})

export interface AdminSessionRouteDependencies {
  db: Db
  passwords: PasswordHasher
  tokens: TokenIssuer
  seal: Seal
  totpRequired: boolean
}

export const signedInView = ({ admin: { id, email, name, role }, token, expiresAt }: SignedInAdmin) => ({
  id,
  email,
  name,
  role,
  token,
  expiresAt: expiresAt.toISOString(),
})

export function adminSessionRoutes(app: App, dependencies: AdminSessionRouteDependencies): void {
  serve(app, logInAdminEndpoint, { preValidation: allowMissingBody }, async (request, reply) => {
    const signedIn = await logInAdmin(
      { ...dependencies, mustProveFactor: request.overLimit !== null },
      request.body,
      deviceOf(request),
      hashQueueKeyOf(request),
    )
    const { email, password_hash: passwordHash } = signedIn.admin
    request.provenAccount = { kind: 'admin', email, passwordHash }
    setAdminCookie(reply, signedIn.token)
    return {
      success: true as const,
      admin: signedInView(signedIn),
      ...(signedIn.mustEnroll && { mustEnroll: true as const }),
    }
  })

  serve(app, getAdminSession, { errorHandler }, async (request) => ({
    success: true as const,
    admin: await adminOfSession(dependencies.db, principalOf(request)),
  }))

  serve(app, logOutAdmin, { errorHandler }, async (request, reply) => {
    const { sessionId } = principalOf(request)
    await dependencies.db.transaction().execute((trx) => endSession(trx, sessionId, 'signed-out'))
    clearAdminCookie(reply)
    return { success: true as const, message: 'Signed out' }
  })
}

/**
 * An error handler for one route, where the specification has a specific message: errors with one of these codes get
 * that message, and all errors continue to the app's error mapper.
 */
function rephrase(sentences: Readonly<Record<string, string>>): (error: unknown) => never {
  return (error) => {
    const sentence = error instanceof DomainError ? sentences[error.code] : undefined
    if (!(error instanceof DomainError) || sentence === undefined) throw error
    const { kind, code, details, retryAfterSeconds } = error
    throw new DomainError({ kind, code, message: sentence, details, retryAfterSeconds, cause: error })
  }
}
