import type { IncomingHttpHeaders, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import httpProxy, { type FastifyHttpProxyOptions } from '@fastify/http-proxy'
import { DomainError, mayEnter } from '@rehearse/contracts'
import type { Tracing } from '@rehearse/service-kit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Dispatcher } from 'undici'
import { readThrough } from '../cache/read-through.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import { boundStream, readBounded } from '../rate-limits/body-limits.ts'
import { checkRows } from '../route-checks.ts'
import type { Route } from '../routes.ts'
import { isShort, overloaded } from '../upstreams/exchange.ts'
import type { Upstreams } from '../upstreams/open-upstreams.ts'
import { headersForUpstream } from '../upstreams/request-headers.ts'
import {
  forClient,
  forwardedHeaders,
  isCompressible,
  type Protection,
  responseHead,
  sendBuffered,
} from '../upstreams/response.ts'
import type { Upstream } from '../upstreams/upstream.ts'

export interface ProxyOptions {
  rows: readonly Route[]
  upstreams: Upstreams
  cache: ResponseCache
  protection: Protection
  tracing: Tracing | null
  /** Identifies the gateway to services that require it. */
  gatewaySecret?: string | undefined
}

/**
 * Forwards each endpoint of a service: that method on that path, and nothing else. @fastify/http-proxy maps HTTP; the
 * upstream's dispatcher decides where a request goes, how often, and when it is rejected.
 */
export function installProxy(app: FastifyInstance, options: ProxyOptions): void {
  // Bodies are forwarded unparsed; the service parses them.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  const install = (scope: FastifyInstance, body: Route['body']): void => {
    scope.addHook('onRoute', (route) => {
      const row = route.config?.row
      if (row === undefined) return
      route.bodyLimit = row.bodyLimit
      if (body === 'streamed') route.preParsing = boundStream(row)
    })
    for (const row of options.rows) {
      if (row.upstream === 'gateway' || row.body !== body) continue
      const upstream = options.upstreams[row.upstream]
      if (row.direct) installDirect(scope, row, upstream, options)
      else scope.register(httpProxy, proxied(row, upstream, options))
    }
  }
  app.register(async (scope) => install(scope, 'streamed'))
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, readBounded)
    install(scope, 'buffered')
  })
}

/**
 * Rejects requests to a full upstream before any other work: accepted requests stay fast, and the others fail
 * immediately. A request that may be cached continues, and is rejected on a cache miss.
 */
export function installLoadShedding(app: FastifyInstance, upstreams: Upstreams): void {
  checkRows(app, (row) => {
    if (row.upstream === 'gateway' || row.live || row.cache === 'until-changed') return null
    const upstream = upstreams[row.upstream]
    return (_request, _reply, done) => (upstream.isFull ? done(overloaded) : done())
  })
}

function proxied(row: Route, upstream: Upstream, options: ProxyOptions): FastifyHttpProxyOptions {
  // A client that has just written must not read the old state: the event that invalidates the cache may still be in
  // transit.
  const isChange =
    row.upstream === 'questions' &&
    row.method !== 'GET' &&
    mayEnter('admin', row.access) &&
    !mayEnter('learner', row.access)
  const onOutcome = isChange ? () => options.cache.clear() : () => {}
  return {
    upstream: `http://${upstream.name}`,
    // The plugin's types are those of an older undici.
    undici: upstream as unknown as { request: never },
    routes: [row.path],
    httpMethods: [row.method],
    config: { access: row.access, row },
    preHandler: beforeForwarding(row, upstream, options),
    proxyPayloads: false,
    disableCache: true,
    disableRequestLogging: true,
    internalRewriteLocationHeader: false,
    handler: (request, reply, path, hooks) =>
      reply.from(path, {
        ...hooks,
        ...bufferedBody(request),
        ...(row.timeout !== undefined && { timeout: row.timeout * 1_000 }),
        rewriteRequestHeaders: () => headersForUpstream(request, row, options, reply.raw),
        rewriteHeaders: (upstreamHeaders) =>
          hooks.rewriteHeaders?.(headersForClient(reply, upstreamHeaders), request) ?? upstreamHeaders,
      }),
    replyOptions: {
      // The dispatcher decides what may be sent again.
      retryDelay: () => null,
      onResponse: (request, reply, { stream }) => {
        onOutcome()
        sendResponse(request as FastifyRequest, reply as FastifyReply, stream as unknown as ResponseBody)
      },
      onError: (reply, { error }) => {
        onOutcome()
        reply.send(error.cause instanceof DomainError ? error.cause : error)
      },
    },
  }
}

/** The few hot endpoints: the same dispatcher, without the plugin's request and response streams. */
function installDirect(scope: FastifyInstance, row: Route, upstream: Upstream, options: ProxyOptions): void {
  scope.route({
    method: row.method,
    url: row.path,
    config: { access: row.access, row },
    preHandler: beforeForwarding(row, upstream, options),
    handler: (request, reply) => {
      const outgoing: Dispatcher.DispatchOptions = {
        path: request.url,
        method: request.method,
        headers: headersForUpstream(request, row, options, reply.raw),
        body: (request.body ?? null) as Buffer | Readable | null,
      }
      if (row.timeout !== undefined) outgoing.headersTimeout = row.timeout * 1_000
      upstream.dispatch(outgoing, new DirectResponse(request, reply, options.protection))
    },
  })
}

/**
 * Passes an upstream's response to the client, bypassing Fastify's reply. Backpressure applies: no more of a long
 * response is buffered here than the client's connection holds.
 */
class DirectResponse implements Dispatcher.DispatchHandler {
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  readonly #raw: ServerResponse
  readonly #protection: Protection
  #status = 0
  #headers: IncomingHttpHeaders = {}
  #body: Buffer = noBytes
  #isShort = true

  constructor(request: FastifyRequest, reply: FastifyReply, protection: Protection) {
    this.#request = request
    this.#reply = reply
    this.#raw = reply.raw
    this.#protection = protection
  }

  onRequestStart(): void {}

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    this.#isShort = isShort(status, headers)
    this.#status = status
    this.#headers = headers
    if (this.#isShort) return
    this.#reply.hijack()
    this.#raw.writeHead(status, this.#head())
    this.#raw.on('drain', () => controller.resume())
  }

  /** A short response arrives in one piece. */
  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isShort) this.#body = chunk
    else if (!this.#raw.write(chunk)) controller.pause()
  }

  onResponseEnd(): void {
    if (!this.#isShort) {
      this.#raw.end()
      return
    }
    const { method, headers: asked } = this.#request
    // The response to a write may contain a token.
    const sent =
      method === 'GET'
        ? forClient(asked['accept-encoding'], this.#status, this.#head(), this.#body)
        : { headers: this.#head(), body: this.#body }
    sendBuffered(this.#reply, this.#status, sent.headers, sent.body)
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (!this.#reply.sent) {
      this.#reply.send(error)
      return
    }
    if (!this.#raw.destroyed) this.#request.log.warn({ err: error }, 'response interrupted')
    this.#raw.destroy()
  }

  #head() {
    return responseHead(this.#request, this.#reply, this.#protection, this.#headers)
  }
}

const noBytes = Buffer.alloc(0)

/** Rejects path traversal, and serves visitors from the cache. */
function beforeForwarding(row: Route, upstream: Upstream, options: ProxyOptions) {
  const hasParams = row.path.includes(':')
  const answerCached = row.cache === 'until-changed' ? readThrough(row, upstream, options) : null
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    if (hasParams) refuseTraversal(request)
    if (!answerCached?.(request, reply)) done()
  }
}

/** None of our ids contain a separator, encoded or not: a service that decodes it twice would see another path. */
function refuseTraversal(request: FastifyRequest): void {
  for (const value of Object.values(request.params as Record<string, string>)) {
    if (/[/\\]|^\.\.?$/.test(value)) {
      throw new DomainError({ kind: 'not-found', code: 'not_found', message: 'Not found' })
    }
  }
}

/** Passes a buffered body to the plugin as bytes, since it would otherwise serialize it as JSON again. */
function bufferedBody({ body, headers }: FastifyRequest): { body?: Buffer | null; contentType?: string } {
  if (!Buffer.isBuffer(body)) return {}
  if (body.length === 0) return { body: null }
  return { body, contentType: headers['content-type'] ?? 'application/octet-stream' }
}

function headersForClient(reply: FastifyReply, upstreamHeaders: IncomingHttpHeaders): IncomingHttpHeaders {
  const headers = forwardedHeaders(upstreamHeaders)
  const vary = reply.getHeader('vary')
  if (vary !== undefined && headers.vary !== undefined) headers.vary = `${vary}, ${headers.vary}`
  return headers as IncomingHttpHeaders
}

type ResponseBody = Readable & { arrayBuffer(): Promise<ArrayBuffer> }

function sendResponse(request: FastifyRequest, reply: FastifyReply, body: ResponseBody): void {
  const headers = reply.getHeaders() as OutgoingHttpHeaders
  const length = Number(headers['content-length'])
  const isComplete = request.method === 'GET' && isShort(reply.statusCode, headers as IncomingHttpHeaders)
  if (isComplete && isCompressible(reply.statusCode, headers, length)) {
    body.arrayBuffer().then(
      (bytes) => {
        const accepted = request.headers['accept-encoding']
        const sent = forClient(accepted, reply.statusCode, headers, Buffer.from(bytes))
        reply.headers(sent.headers).send(sent.body)
      },
      (error) => reply.send(error),
    )
    return
  }
  body.once('error', () => {
    // Before the first chunk, Fastify would send an error response instead: close the connection.
    if (!reply.raw.headersSent) reply.raw.destroy()
  })
  reply.send(body)
}
