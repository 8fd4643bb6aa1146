import {
  type Access,
  ADMIN_TOKEN_TTL,
  DomainError,
  mayEnter,
  type Role,
  role,
  TOKEN_AUDIENCE,
  TOKEN_ISSUER,
} from '@rehearse/contracts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type JWTVerifyGetKey, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'

/**
 * The access that a route requires: as in the permission table, or `inner` for internal network calls without a
 * token.
 */
export type RouteAccess = Access | 'inner'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: RouteAccess
    /** The specified message for input of the wrong shape, for routes that have one. */
    invalidMessage?: string
    /** The specified message for a server error, for routes that have one. */
    failureMessage?: string | ((request: FastifyRequest) => string)
  }
  interface FastifyRequest {
    /** The caller identified by the token; null for a visitor. */
    principal: Principal | null
  }
}

/**
 * Checks the token of every request against the access its route declares. A route without a declaration fails
 * startup, so no route is public by accident.
 */
export function installAuth(app: FastifyInstance, verifier: TokenVerifier): void {
  app.decorateRequest('principal', null)
  app.addHook('onRoute', (route) => {
    if (route.config?.access === undefined) {
      throw new Error(`${route.method} ${route.url} does not declare its access (config.access)`)
    }
  })
  app.addHook('onRequest', async (request) => {
    const access = request.routeOptions.config.access
    if (access === undefined || access === 'inner') return
    const token = bearerToken(request)
    if (token !== null) request.principal = await verifier.verify(token)
    authorize(request.principal, access)
  })
}

/** @throws {DomainError} 401 for a visitor, 403 for the wrong role, if `access` requires more. */
export function authorize(principal: Principal | null, access: RouteAccess): void {
  if (access === 'inner' || mayEnter(principal?.role ?? 'visitor', access)) return
  if (principal === null) {
    throw new DomainError({
      kind: 'unauthenticated',
      code: 'authentication_required',
      message: 'Authentication required',
    })
  }
  throw new DomainError({ kind: 'forbidden', code: 'forbidden', message: 'You are not allowed to do this' })
}

/** The principal, on a route that doesn't allow visitors. */
export function principalOf(request: FastifyRequest): Principal {
  if (request.principal === null) throw new Error('this route has no principal')
  return request.principal
}

/** The value after `Authorization: Bearer`, unchecked; null without that header. */
export function bearerToken(request: FastifyRequest): string | null {
  const header = request.headers.authorization ?? ''
  const scheme = header.slice(0, 'Bearer '.length)
  return scheme.toLowerCase() === 'bearer ' ? header.slice(scheme.length).trim() || null : null
}

/** The caller that a token identifies. */
export interface Principal {
  /** The learner's or admin's id. */
  id: string
  role: Role
  /** The session the token belongs to; ending it revokes the token. */
  sessionId: string
  /** Milliseconds since the epoch. */
  expiresAt: number
  /** Of a learner's account; undefined for admins, and for tokens of earlier versions. */
  accountCreatedAt?: Date | undefined
}

export interface TokenVerifier {
  /**
   * @throws {DomainError} 401 `invalid_token` for a token that is expired, revoked, tampered with or not issued by
   *   identity.
   */
  verify(token: string): Promise<Principal>
  /** Synchronous check of a token that was verified before; null if it has to be verified. */
  recall(token: string): Principal | null
  /** Rejects every token of a session from now on. */
  revokeSession(sessionId: string): void
  /** Clears the cache of verified tokens: a key may have been removed. */
  forgetSignatures(): void
}

/** Verifying a signature costs far more than a lookup; cached tokens are still checked for expiry and revocation. */
const cachedTokens = 10_000
/** Milliseconds after which no token of an ended session can still be valid. */
const revocationTtl = ADMIN_TOKEN_TTL * 1_000

const claims = z.object({
  sub: z.string().min(1),
  sid: z.string().min(1),
  role,
  exp: z.number(),
  created: z.number().optional(),
})

/**
 * @param keys finds the public key for a token's header
 * @param now milliseconds since the epoch
 */
export function createTokenVerifier(keys: JWTVerifyGetKey, now: () => number = Date.now): TokenVerifier {
  const verified = new LRUCache<string, Principal>({ max: cachedTokens })
  /** In the order in which sessions ended. Not a cache: entries are dropped by age alone. */
  const revoked = new Map<string, number>()

  const isOver = ({ expiresAt, sessionId }: Principal) => expiresAt <= now() || revoked.has(sessionId)

  return {
    recall(token) {
      const principal = verified.get(token)
      return principal === undefined || isOver(principal) ? null : principal
    },
    async verify(token) {
      const principal = verified.get(token) ?? (await verifySignature(token, keys, now))
      if (isOver(principal)) {
        verified.delete(token)
        throw invalidToken()
      }
      verified.set(token, principal)
      return principal
    },
    revokeSession(sessionId) {
      // Moves a known session to the end of the order.
      revoked.delete(sessionId)
      revoked.set(sessionId, now())
      for (const [session, endedAt] of revoked) {
        if (endedAt >= now() - revocationTtl) break
        revoked.delete(session)
      }
    },
    forgetSignatures() {
      verified.clear()
    },
  }
}

/** The form of a signature of 64 bytes: two unused bits of the last character are zero, and no padding follows. */
const canonical = /^[\w-]+\.[\w-]+\.[\w-]{85}[AQgw]$/

async function verifySignature(token: string, keys: JWTVerifyGetKey, now: () => number): Promise<Principal> {
  try {
    if (!canonical.test(token)) throw new Error('not in canonical form')
    const { payload } = await jwtVerify(token, keys, {
      issuer: TOKEN_ISSUER,
      audience: TOKEN_AUDIENCE,
      algorithms: ['EdDSA', 'Ed25519'],
      currentDate: new Date(now()),
    })
    const { sub, sid, role, exp, created } = claims.parse(payload)
    return {
      id: sub,
      role,
      sessionId: sid,
      expiresAt: exp * 1000,
      ...(created !== undefined && { accountCreatedAt: new Date(created * 1000) }),
    }
  } catch (error) {
    // The key set throws its own error while it has no keys yet: the token isn't the problem.
    if (error instanceof DomainError) throw error
    throw invalidToken(error)
  }
}

function invalidToken(cause?: unknown): DomainError {
  return new DomainError({
    kind: 'unauthenticated',
    code: 'invalid_token',
    message: 'Invalid authentication token',
    cause,
  })
}
