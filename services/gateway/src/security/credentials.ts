import { cookieNames, DomainError } from '@rehearse/contracts'
import { authorize, bearerToken, type TokenVerifier } from '@rehearse/service-kit'
import { parseCookie } from 'cookie'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { checkRows } from '../route-checks.ts'
import type { Route } from '../routes.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The token that goes to the upstream, from the header or from a cookie. */
    token: string | null
    /** Why the caller's token was rejected; thrown after the request was counted. */
    tokenError: unknown
  }
}

/**
 * Identifies the caller. An invalid cookie on a page open to anyone is ignored; an invalid `Bearer` token never is.
 */
export function installCredentials(app: FastifyInstance, verifier: TokenVerifier): void {
  app.decorateRequest('principal', null)
  app.decorateRequest('token', null)
  app.decorateRequest('tokenError', null)
  checkRows(app, (row) => (request, _reply, done) => {
    const bearer = bearerToken(request)
    const token = bearer ?? cookieToken(request, row)
    if (token === null) return done()
    request.token = token
    if (row.tokenReadBy === 'upstream') return done()
    request.principal = verifier.recall(token)
    if (request.principal !== null) return done()
    verifier
      .verify(token)
      .then(
        (principal) => {
          request.principal = principal
        },
        (error) => {
          request.token = null
          const forgiven = bearer === null && row.access === 'anyone' && isInvalid(error)
          if (!forgiven) request.tokenError = error
        },
      )
      .then(() => done())
  })
}

/** Rejects callers without access; install it after the rate limits, so that rejected requests count too. */
export function installAuthorization(app: FastifyInstance): void {
  checkRows(app, (row) => {
    if (row.tokenReadBy === 'upstream') return null
    return (request, _reply, done) => {
      if (request.tokenError !== null) throw request.tokenError
      authorize(request.principal, row.access)
      done()
    }
  })
}

const isInvalid = (error: unknown) => error instanceof DomainError && error.kind === 'unauthenticated'

/**
 * One browser may hold a learner's and an admin's cookie; the route, or the calling page, decides which one counts.
 */
function cookieToken({ headers }: FastifyRequest, row: Route): string | null {
  if (headers.cookie === undefined) return null
  const forAdmins = !(['anyone', 'signed-in', 'learner'] as readonly string[]).includes(row.access)
  const fromAdminArea = row.access !== 'learner' && headers['x-rehearse-area'] === 'admin'
  const name = forAdmins || fromAdminArea ? cookieNames.admin : cookieNames.learner
  return parseCookie(headers.cookie)[name] || null
}
