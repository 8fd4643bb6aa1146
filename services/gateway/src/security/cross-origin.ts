import cors, { type FastifyCorsOptions } from '@fastify/cors'
import { DomainError } from '@rehearse/contracts'
import { bearerToken } from '@rehearse/service-kit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { GatewayConfig } from '../config.ts'
import { checkRows } from '../route-checks.ts'

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

/** What a page of another origin may send beside what all may, and what it may read of a reply. */
const allowedHeaders = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Last-Event-ID',
  'Range',
  'Traceparent',
  'Tracestate',
]
const exposedHeaders = [
  'Accept-Ranges',
  'Content-Disposition',
  'Content-Range',
  'ETag',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'X-Request-Id',
]
/** Methods that a path doesn't have are refused when they come. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
/** Seconds for which a browser need not ask again; the longest that all of them keep to. */
const maxAge = 7_200

/**
 * Lets pages of configured origins make calls and read the replies, errors too. Cookies are not let through: who calls
 * from elsewhere shows a token. An `OPTIONS` that is no preflight gets 405, as any method that a path doesn't have.
 */
export async function installCors(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return
  const options = { methods, allowedHeaders, exposedHeaders, maxAge }
  const allowed = ({ url, headers: { origin = '' } }: FastifyRequest) =>
    url.startsWith('/api/') && origins.includes(origin) && origin
  await app.register(cors, {
    delegator: (request: FastifyRequest, done: (error: null, options: FastifyCorsOptions) => void) =>
      done(null, {
        ...options,
        origin: allowed(request),
        preflight: request.headers['access-control-request-method'] !== undefined,
      }),
  })
}
