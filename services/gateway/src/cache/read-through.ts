import type { FastifyReply, FastifyRequest } from 'fastify'
import { forward } from '../forwarding/forward.ts'
import { keepBack } from '../forwarding/reply-headers.ts'
import { headersForEverybody } from '../forwarding/upstream-headers.ts'
import type { Route } from '../routes.ts'
import type { Upstream } from '../upstreams/upstream.ts'
import { cacheKey } from './cache-key.ts'
import type { KeptReply, ReplyCache } from './reply-cache.ts'

/**
 * Answers a visitor's read from memory, or fetches it once for all who ask meanwhile.
 * @returns undefined for a request that has to be asked about itself: signed in, or different each time
 */
export function readThrough(cache: ReplyCache, row: Route, upstream: Upstream) {
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply> | undefined => {
    if (request.token !== null) return undefined
    const key = cacheKey(request.url)
    if (key === null) return undefined
    const known = cache.find(key)
    if (known) return answer(request, reply, known)
    return cache
      .fetch(key, () => fetchForEverybody(request, row, upstream))
      .then((fetched) => answer(request, reply, fetched))
  }
}

/** Asked as nobody in particular, and to the end, whoever leaves meanwhile. */
async function fetchForEverybody(
  request: FastifyRequest,
  row: Route,
  upstream: Upstream,
): Promise<KeptReply> {
  const { status, headers, body } = await forward(upstream, {
    method: 'GET',
    path: request.url,
    headers: (host) => headersForEverybody(request, host),
    body: null,
    timeout: row.timeout,
    client: null,
  })
  const text = Buffer.isBuffer(body) ? body.toString() : Buffer.concat(await body.toArray()).toString()
  return { status, headers: keepBack(headers), body: text }
}

function answer(request: FastifyRequest, reply: FastifyReply, kept: KeptReply): FastifyReply {
  reply.headers(kept.headers)
  const { etag } = kept.headers
  if (etag !== undefined && matches(request.headers['if-none-match'], etag)) {
    return reply.code(304).removeHeader('content-type').removeHeader('content-length').send()
  }
  return reply.code(kept.status).send(kept.body)
}

/** Compared weakly, as a read asks for (RFC 9110, 13.1.2). */
function matches(given: string | undefined, etag: string): boolean {
  if (given === undefined) return false
  const bare = (tag: string) => tag.trim().replace(/^W\//, '')
  return given.trim() === '*' || given.split(',').some((tag) => bare(tag) === bare(etag))
}
