import cookie from '@fastify/cookie'
import { cookieNames, DomainError } from '@rehearse/contracts'
import { authorize, bearerToken, type TokenVerifier } from '@rehearse/service-kit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Route } from '../routes.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The row of the table that this route comes from. */
    row?: Route
  }
  interface FastifyRequest {
    /** The token that goes to the upstream, from the header or from a cookie. */
    token: string | null
    /** Why the caller's token is not taken; thrown after the request was counted. */
    tokenFault: unknown
  }
}

/** Finds out who is calling. A bad cookie on a page open to anyone counts as none; a bad `Bearer` never does. */
export async function installCredentials(app: FastifyInstance, verifier: TokenVerifier): Promise<void> {
  await app.register(cookie)
  app.decorateRequest('principal', null)
  app.decorateRequest('token', null)
  app.decorateRequest('tokenFault', null)
  app.addHook('onRequest', async (request) => {
    const { row } = request.routeOptions.config
    if (row === undefined) return
    const bearer = bearerToken(request)
    const token = bearer ?? cookieToken(request, row)
    if (token === null) return
    if (row.tokenReadBy === 'upstream') {
      request.token = token
      return
    }
    try {
      request.principal = await verifier.verify(token)
      request.token = token
    } catch (error) {
      const forgiven = bearer === null && row.access === 'anyone' && isInvalid(error)
      if (!forgiven) request.tokenFault = error
    }
  })
}

/** Refuses who may not enter; to be installed after the rate limits, so that refused requests count too. */
export function installAuthorization(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const { row } = request.routeOptions.config
    if (row === undefined || row.tokenReadBy === 'upstream') return
    if (request.tokenFault !== null) throw request.tokenFault
    authorize(request.principal, row.access)
  })
}

const isInvalid = (error: unknown) => error instanceof DomainError && error.kind === 'unauthenticated'

/** One browser may hold a learner's and an admin's cookie; the route, or the page that calls, says which one speaks. */
function cookieToken(request: FastifyRequest, row: Route): string | null {
  const forAdmins = row.access === 'admin' || row.access === 'super_admin'
  const fromAdminArea = row.access !== 'learner' && request.headers['x-rehearse-area'] === 'admin'
  return request.cookies[forAdmins || fromAdminArea ? cookieNames.admin : cookieNames.learner] || null
}
