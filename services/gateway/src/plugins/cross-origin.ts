import { DomainError } from '@rehearse/contracts'
import { bearerToken } from '@rehearse/service-kit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { GatewayConfig } from '../config.ts'
import { checkRows } from './check-rows.ts'

/**
 * Refuses writes that another site makes a browser send. A `Bearer` header is proof enough, since no foreign page can
 * set it; all else counts, with cookies or without: signing somebody in unasked is an attack too. Pages that may call
 * us are believed, but cookies don't speak for them.
 */
export function installCrossOriginCheck(app: FastifyInstance, addresses: Addresses): void {
  const { PUBLIC_ORIGIN: publicOrigin, CORS_ORIGINS: befriended = [] } = addresses
  checkRows(app, (row) => {
    if (row.method === 'GET') return null
    return (request, _reply, done) => {
      const { origin, cookie, 'sec-fetch-site': site } = request.headers
      const isForeign =
        (origin !== undefined && !isOurs(origin, request, publicOrigin)) || site === 'cross-site'
      const isFriend = origin !== undefined && cookie === undefined && befriended.includes(origin)
      if (isForeign && !isFriend && bearerToken(request) === null) done(crossOrigin())
      else done()
    }
  })
}

/** Ours, where it is not the one that requests were sent to, and those whose pages may call us. */
type Addresses = Pick<GatewayConfig, 'PUBLIC_ORIGIN' | 'CORS_ORIGINS'>

/**
 * By host and port where nothing is configured, and by the scheme where we know it: behind a proxy that ends TLS, plain
 * http may be all that we see.
 */
function isOurs(origin: string, request: FastifyRequest, publicOrigin: string | undefined): boolean {
  if (publicOrigin !== undefined) return origin === publicOrigin
  if (!URL.canParse(origin)) return false
  const { host, protocol } = new URL(origin)
  return host === request.host && (request.protocol === 'http' || protocol === 'https:')
}

const crossOrigin = () =>
  new DomainError({
    kind: 'forbidden',
    code: 'cross_origin',
    message: 'Requests from another origin are not allowed',
  })
