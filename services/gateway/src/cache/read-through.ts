import { hasETag, type Tracing } from '@rehearse/service-kit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Route } from '../routes.ts'
import { anonymousHeaders } from '../upstreams/request-headers.ts'
import { acceptsGzip, type Protection, responseHead, sendBuffered } from '../upstreams/response.ts'
import type { Upstream } from '../upstreams/upstream.ts'
import { type CachedResponse, notModified, type ResponseCache, toCachedResponse } from './response-cache.ts'

export interface ReadThroughOptions {
  cache: ResponseCache
  protection: Protection
  tracing: Tracing | null
}

/**
 * Serves a visitor's read from the cache, or fetches it once for all concurrent requests.
 * @returns false for a request that has to be forwarded: signed in, or different each time
 */
export function readThrough(row: Route, upstream: Upstream, options: ReadThroughOptions) {
  const { cache, protection, tracing } = options
  return (request: FastifyRequest, reply: FastifyReply): boolean => {
    if (request.token !== null) return false
    const key = cacheKey(request.url, request.query as Query)
    if (key === null) return false
    const known = cache.find(key)
    if (known) answer(request, reply, known, protection)
    else {
      cache
        .fetch(key, () => fetchForEveryone(request, row, upstream, tracing))
        .then(
          (fetched) => answer(request, reply, fetched, protection),
          (error) => reply.send(error),
        )
    }
    return true
  }
}

/** Sends an anonymous request and completes it even if the client that caused it disconnects. */
async function fetchForEveryone(
  request: FastifyRequest,
  row: Route,
  upstream: Upstream,
  tracing: Tracing | null,
): Promise<CachedResponse> {
  const { statusCode, headers, body } = await upstream.request({
    method: 'GET',
    path: request.url,
    headers: anonymousHeaders(request, row, tracing),
    ...(row.timeout !== undefined && { headersTimeout: row.timeout * 1_000 }),
  })
  return toCachedResponse(statusCode, headers, Buffer.from(await body.arrayBuffer()))
}

function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  cached: CachedResponse,
  protection: Protection,
): void {
  const { etag } = cached.headers
  const isKnown = typeof etag === 'string' && hasETag(request.headers['if-none-match'], etag)
  const { headers, body } =
    cached.zipped && acceptsGzip(request.headers['accept-encoding']) ? cached.zipped : cached
  const head = responseHead(request, reply, protection, isKnown ? notModified(cached) : headers)
  if (isKnown) sendBuffered(reply, 304, head, '')
  else sendBuffered(reply, cached.status, head, body)
}

/** The query as parsed by Fastify, here and in the service: the key must not depend on another parser. */
type Query = Readonly<Record<string, string | readonly string[]>>

/**
 * The cache key: the path and the normalized query.
 * @param url path and query as received
 * @returns null for a response that must be different each time
 */
export function cacheKey(url: string, query: Query): string | null {
  if (query.random === 'true' && query.seed === undefined) return null
  const end = url.search(/[?#]/)
  const path = end === -1 ? url : url.slice(0, end)
  const names = Object.keys(query).sort()
  return names.length === 0 ? path : `${path}?${JSON.stringify(names.map((name) => [name, query[name]]))}`
}
