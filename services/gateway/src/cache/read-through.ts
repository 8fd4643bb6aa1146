import type { IncomingHttpHeaders } from 'node:http'
import { DomainError } from '@rehearse/contracts'
import type { Tracing } from '@rehearse/service-kit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { beginAttempt } from '../proxy/attempt-span.ts'
import { Exchange, type Outgoing } from '../proxy/exchange.ts'
import { acceptsGzip } from '../proxy/gzip.ts'
import type { Receiver } from '../proxy/receiver.ts'
import { type Protection, replyHead, sendWhole } from '../proxy/reply-headers.ts'
import type { Upstream } from '../proxy/upstream.ts'
import { upstreamFault } from '../proxy/upstream-fault.ts'
import { headersForEverybody } from '../proxy/upstream-headers.ts'
import type { Route } from '../routes.ts'
import type { ReplyCache } from './reply-cache.ts'
import { type KeptReply, keptReply, notModified } from './reply-cache.ts'

export interface ReadThroughOptions {
  cache: ReplyCache
  protection: Protection
  tracing: Tracing | null
}

/**
 * Answers a visitor's read from memory, or fetches it once for all who ask meanwhile.
 * @returns false for a request that has to be asked about itself: signed in, or different each time
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
        .fetch(key, () => fetchForEverybody(request, row, upstream, tracing))
        .then(
          (fetched) => answer(request, reply, fetched, protection),
          (error) => reply.send(error instanceof DomainError ? error : upstreamFault(error, reply.raw)),
        )
    }
    return true
  }
}

/** Asked as nobody in particular, and to the end, whoever leaves meanwhile. */
async function fetchForEverybody(
  request: FastifyRequest,
  row: Route,
  upstream: Upstream,
  tracing: Tracing | null,
): Promise<KeptReply> {
  const collector = new ReplyCollector()
  const outgoing: Outgoing = {
    method: 'GET',
    path: request.url,
    headers: (host, traceparent) => headersForEverybody(request, host, traceparent),
    trace: tracing === null ? undefined : (replica) => beginAttempt(tracing, request, row, replica),
    body: null,
    timeout: row.timeout,
  }
  new Exchange(upstream, outgoing, collector).send()
  return collector.reply
}

function answer(request: FastifyRequest, reply: FastifyReply, kept: KeptReply, protection: Protection): void {
  const isKnown = matches(request.headers['if-none-match'], kept.headers.etag)
  const { headers, body } =
    kept.zipped && acceptsGzip(request.headers['accept-encoding']) ? kept.zipped : kept
  const head = replyHead(request, reply, protection, isKnown ? notModified(kept) : headers)
  if (isKnown) sendWhole(reply, 304, head, '')
  else sendWhole(reply, kept.status, head, body)
}

/** Compared weakly, as a read asks for (RFC 9110, 13.1.2). */
function matches(given: string | undefined, etag: unknown): boolean {
  if (given === undefined || typeof etag !== 'string') return false
  const bare = (tag: string) => tag.trim().replace(/^W\//, '')
  return given.trim() === '*' || given.split(',').some((tag) => bare(tag) === bare(etag))
}

/** As Fastify reads it, here and in the service that answers: no other reading may decide what is the same. */
type Query = Readonly<Record<string, string | readonly string[]>>

/**
 * What makes two requests the same: the path, and the query whatever its order and spelling.
 * @param url path and query as they came
 * @returns null for a reply that must be different each time
 */
export function cacheKey(url: string, query: Query): string | null {
  if (query.random === 'true' && query.seed === undefined) return null
  const end = url.search(/[?#]/)
  const path = end === -1 ? url : url.slice(0, end)
  const names = Object.keys(query).sort()
  return names.length === 0 ? path : `${path}?${JSON.stringify(names.map((name) => [name, query[name]]))}`
}

/** Collects an upstream's reply for several who wait for it. */
class ReplyCollector implements Receiver {
  readonly #outcome = Promise.withResolvers<KeptReply>()
  readonly #chunks: Buffer[] = []
  #status = 0
  #headers: IncomingHttpHeaders = {}

  get reply(): Promise<KeptReply> {
    return this.#outcome.promise
  }

  whole(status: number, headers: IncomingHttpHeaders, body: Buffer): void {
    this.#outcome.resolve(keptReply(status, headers, body))
  }

  begin(status: number, headers: IncomingHttpHeaders): void {
    this.#status = status
    this.#headers = headers
  }

  write(chunk: Buffer): boolean {
    this.#chunks.push(chunk)
    return true
  }

  end(): void {
    this.whole(this.#status, this.#headers, Buffer.concat(this.#chunks))
  }

  breakOff(error: Error): void {
    this.fail(error)
  }

  fail(error: Error): void {
    this.#outcome.reject(error)
  }
}
