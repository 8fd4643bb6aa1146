import cors, { type FastifyCorsOptions } from '@fastify/cors'
import { DomainError } from '@rehearse/contracts'
import { bearerToken } from '@rehearse/service-kit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { GatewayConfig } from '../config.ts'
import type { RateLimits } from '../rate-limits/rate-limits.ts'
import { checkRows } from '../route-checks.ts'

/**
 * Rejects writes that another site makes a browser send. A `Bearer` header is sufficient proof, since no cross-origin
 * page can set it; everything else is checked, with or without cookies: signing someone in without their consent is
 * an attack too. Configured origins are allowed, but without cookies.
 */
export function installCrossOriginCheck(
  app: FastifyInstance,
  addresses: Addresses,
  { refuse }: RateLimits,
): void {
  const { PUBLIC_ORIGIN: publicOrigin, CORS_ORIGINS: befriended = [] } = addresses
  checkRows(app, (row) => {
    if (row.method === 'GET') return null
    return (request, _reply, done) => {
      const { origin, cookie, 'sec-fetch-site': site } = request.headers
      const isForeign =
        (origin !== undefined && !isOurs(origin, request, publicOrigin)) || site === 'cross-site'
      const isFriend = origin !== undefined && cookie === undefined && befriended.includes(origin)
      if (isForeign && !isFriend && bearerToken(request) === null) refuse(request, crossOrigin(), done)
      else done()
    }
  })
}

/** Our public origin, if different from the requested one, and the origins whose pages may call the API. */
type Addresses = Pick<GatewayConfig, 'PUBLIC_ORIGIN' | 'CORS_ORIGINS'>

/**
 * Compares host and port if no origin is configured, and the scheme if known: behind a proxy that ends TLS, we may
 * only see plain http.
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

/**
 * What a page of a configured origin may send in addition to the CORS-safelisted headers, and which response headers
 * it may read.
 */
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
/** Methods that a path doesn't support are rejected on the actual request. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
/** Seconds for which a browser may cache a preflight; the longest that all browsers support. */
const maxAge = 7_200

/**
 * Lets pages of configured origins send requests and read the responses, including errors. Cookies are not allowed: a
 * cross-origin client sends a token. An `OPTIONS` request that isn't a preflight gets 405, like any unsupported
 * method.
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
