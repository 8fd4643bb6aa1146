import {
  clearSessionCookies,
  type DeviceSession,
  DomainError,
  endOtherSessions,
  endSession as endSessionEndpoint,
  listSessions,
  logOut,
  refreshSession as refreshSessionEndpoint,
  setSessionCookie,
} from '@rehearse/contracts'
import { type App, principalOf, serve, type TokenVerifier } from '@rehearse/service-kit'
import type { FastifyRequest } from 'fastify'
import type { TokenIssuer } from '../keys/token-issuer.ts'
import type { Db } from '../tables.ts'
import { clearLearnerCookies, refreshTokenOf, setLearnerCookies, setLearnerTokenCookie } from './cookies.ts'
import { deviceName } from './device.ts'
import { authenticationRequired } from './errors.ts'
import { findLiveSession, listLiveSessions } from './repository.ts'
import { endSession, endSessionsOf, refreshSession, type SuccessorOf, signOut } from './session.ts'

export interface SessionRouteDependencies {
  db: Db
  tokens: TokenIssuer
  successorOf: SuccessorOf
  verifier: TokenVerifier
}

/** Learners' sessions: refresh, sign out, cookies, and the devices a learner is signed in on. */
export function sessionRoutes(app: App, dependencies: SessionRouteDependencies): void {
  deviceRoutes(app, dependencies.db)

  serve(app, refreshSessionEndpoint, async (request, reply) => {
    const presented = refreshTokenOf(request)
    if (presented === undefined) throw authenticationRequired()
    const { token, refreshToken, expiresAt } = await refreshSession(dependencies, presented)
    setLearnerCookies(reply, { token, refreshToken })
    return { success: true as const, token, expiresAt: expiresAt.toISOString() }
  })

  serve(app, logOut, async (request, reply) => {
    await signOut(dependencies.db, {
      sessionId: request.principal?.sessionId,
      refreshToken: refreshTokenOf(request),
    })
    clearLearnerCookies(reply)
    return { success: true as const, message: 'Signed out' }
  })

  serve(app, setSessionCookie, { preValidation: allowMissingBody }, async (request, reply) => {
    const { token, secondsLeft } = await acceptLearnerToken(dependencies, request.body.token)
    setLearnerTokenCookie(reply, token, secondsLeft)
    return { success: true as const, message: 'Cookie set' }
  })

  serve(app, clearSessionCookies, async (_request, reply) => {
    clearLearnerCookies(reply)
    return { success: true as const, message: 'Cookie cleared' }
  })
}

/**
 * Verifies a learner's access token, also against the database.
 * @returns the token and the seconds until it expires
 * @throws {DomainError} 400 `token_required`; 401 `invalid_token`
 */
async function acceptLearnerToken(
  { db, verifier }: { db: Db; verifier: TokenVerifier },
  token: string | null | undefined,
): Promise<{ token: string; secondsLeft: number }> {
  if (!token) {
    throw new DomainError({ kind: 'invalid', code: 'token_required', message: 'Token is required' })
  }
  const principal = await verifier.verify(token).catch((cause: unknown) => {
    throw invalid(cause)
  })
  if (principal.role !== 'learner' || !(await findLiveSession(db, principal.sessionId))) throw invalid()
  return { token, secondsLeft: Math.floor((principal.expiresAt - Date.now()) / 1000) }
}

const invalid = (cause?: unknown) =>
  new DomainError({ kind: 'unauthenticated', code: 'invalid_token', message: 'Invalid token', cause })

function deviceRoutes(app: App, db: Db): void {
  serve(app, listSessions, async (request) => {
    const data = await listDevices(db, principalOf(request))
    return { success: true as const, data, count: data.length }
  })

  serve(app, endOtherSessions, async (request) => {
    const { id, sessionId } = principalOf(request)
    const others = { kind: 'learner', subjectId: id, except: sessionId } as const
    const ended = await db.transaction().execute((trx) => endSessionsOf(trx, others, 'ended-elsewhere'))
    return { success: true as const, ended, message: 'Signed out on all other devices' }
  })

  serve(app, endSessionEndpoint, async (request, reply) => {
    const learner = principalOf(request)
    await endDevice(db, learner, request.params.id)
    if (request.params.id === learner.sessionId) clearLearnerCookies(reply)
    return { success: true as const, message: 'Signed out on that device' }
  })
}

/** A learner's sessions, the most recently used first. */
async function listDevices(
  db: Db,
  { id, sessionId }: { id: string; sessionId: string },
): Promise<DeviceSession[]> {
  const sessions = await listLiveSessions(db, { kind: 'learner', subjectId: id })
  return sessions.map((session) => ({
    id: session.id,
    device: deviceName(session.user_agent),
    address: session.address,
    createdAt: session.created_at.toISOString(),
    lastUsedAt: session.last_used_at.toISOString(),
    current: session.id === sessionId,
  }))
}

/**
 * Ends one of a learner's own sessions; ended sessions and those of other learners are not found.
 * @throws {DomainError} 404 `session_not_found`
 */
async function endDevice(
  db: Db,
  learner: { id: string; sessionId: string },
  sessionId: string,
): Promise<void> {
  const session = await findLiveSession(db, sessionId)
  if (session?.kind !== 'learner' || session.subject_id !== learner.id) throw sessionNotFound()
  const reason = sessionId === learner.sessionId ? 'signed-out' : 'ended-elsewhere'
  await db.transaction().execute((trx) => endSession(trx, sessionId, reason))
}

const sessionNotFound = () =>
  new DomainError({ kind: 'not-found', code: 'session_not_found', message: 'Session not found' })

/** Treats a missing body as an empty object, so that validation names the missing field. */
export async function allowMissingBody(request: FastifyRequest): Promise<void> {
  request.body ??= {}
}
