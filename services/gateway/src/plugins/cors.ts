import type { FastifyInstance } from 'fastify'

/** What a page of another origin may send beside what all may, and what it may read of a reply. */
const sent = [
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
const read = [
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
const keptFor = 7_200

/**
 * Lets pages of configured origins make calls and read the replies, errors too. Cookies are not let through: who calls
 * from elsewhere shows a token.
 */
export function installCors(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  app.addHook('onRequest', (request, reply, done) => {
    const { origin, 'access-control-request-method': wanted } = request.headers
    if (!request.url.startsWith('/api/')) return done()
    reply.header('vary', 'origin')
    if (origin === undefined || !origins.includes(origin)) return done()
    reply.header('access-control-allow-origin', origin)
    if (request.method !== 'OPTIONS' || wanted === undefined) {
      reply.header('access-control-expose-headers', read.join(', '))
      return done()
    }
    reply
      .headers({
        'access-control-allow-methods': methods.join(', '),
        'access-control-allow-headers': sent.join(', '),
        'access-control-max-age': keptFor,
      })
      .code(204)
      .send()
  })
}
