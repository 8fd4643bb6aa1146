import { type Access, DomainError, mayEnter } from '@rehearse/contracts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Principal, TokenVerifier } from './token-verifier.ts'

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
