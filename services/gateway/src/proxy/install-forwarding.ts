import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { DomainError } from '@rehearse/contracts'
import type { Tracing } from '@rehearse/service-kit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readThrough } from '../cache/read-through.ts'
import type { ReplyCache } from '../cache/reply-cache.ts'
import { boundStream, readBounded } from '../rate-limits/body-limits.ts'
import type { Route } from '../routes.ts'
import { beginAttempt } from './attempt-span.ts'
import { Exchange, type Outgoing } from './exchange.ts'
import { forClient } from './gzip.ts'
import type { Upstreams } from './open-upstreams.ts'
import type { Receiver } from './receiver.ts'
import type { Protection } from './reply-headers.ts'
import { replyHead, sendWhole } from './reply-headers.ts'
import type { Upstream } from './upstream.ts'
import { upstreamFault } from './upstream-fault.ts'
import { headersForUpstream } from './upstream-headers.ts'

export interface ForwardingOptions {
  rows: readonly Route[]
  upstreams: Upstreams
  cache: ReplyCache
  protection: Protection
  tracing: Tracing | null
  /** What services know the gateway by, where they ask for it. */
  gatewaySecret?: string | undefined
}

/** A route for each row that a service answers: that method on that path, and nothing else. */
export function installForwarding(app: FastifyInstance, options: ForwardingOptions): void {
  // Bodies go through as they come; whoever answers reads them.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  const install = (scope: FastifyInstance, body: Route['body']): void => {
    for (const row of options.rows) {
      if (row.upstream === 'gateway' || row.body !== body) continue
      scope.route({
        method: row.method,
        url: row.path,
        config: { access: row.access, row },
        bodyLimit: row.bodyLimit,
        exposeHeadRoute: row.live !== true,
        ...(body === 'streamed' && { preParsing: boundStream(row) }),
        handler: handlerOf(row, options.upstreams[row.upstream], options),
      })
    }
  }
  install(app, 'streamed')
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, readBounded)
    install(scope, 'buffered')
  })
}

function handlerOf(
  row: Route,
  upstream: Upstream,
  { cache, protection, tracing, gatewaySecret }: ForwardingOptions,
) {
  // Who has just written must not read the old: the event that tells everybody else is still on its way.
  const changes = row.upstream === 'questions' && row.method !== 'GET' && row.access === 'admin'
  const options = { protection, onOutcome: changes ? () => cache.clear() : null }
  const remembered =
    row.cache === 'until-changed' ? readThrough(row, upstream, { cache, protection, tracing }) : null
  const hasParams = row.path.includes(':')
  return (request: FastifyRequest, reply: FastifyReply): void => {
    if (hasParams) refuseTraversal(request)
    if (remembered?.(request, reply)) return
    new ClientReply(request, reply, options).ask(upstream, {
      method: request.method,
      path: request.url,
      headers: (host, traceparent) => headersForUpstream(request, row, gatewaySecret, host, traceparent),
      trace: tracing === null ? undefined : (replica) => beginAttempt(tracing, request, row, replica),
      body: (request.body ?? null) as Buffer | Readable | null,
      timeout: row.timeout,
      isLive: row.live,
    })
  }
}

/** No id of ours has a separator in it, encoded or not: it would name another path to whoever decodes it twice. */
function refuseTraversal(request: FastifyRequest): void {
  for (const value of Object.values(request.params as Record<string, string>)) {
    if (/[/\\]|^\.\.?$/.test(value)) {
      throw new DomainError({ kind: 'not-found', code: 'not_found', message: 'Not found' })
    }
  }
}

interface ClientReplyOptions {
  protection: Protection
  /** Called before the client learns of the outcome, whatever it is. */
  onOutcome: (() => void) | null
}

/**
 * Hands an upstream's reply on to the client as it comes, past Fastify's own way of replying: of a long one no more
 * waits here than the client's connection holds. A client that leaves takes the request along.
 */
class ClientReply implements Receiver {
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  readonly #raw: ServerResponse
  readonly #options: ClientReplyOptions
  #exchange: Exchange | null = null

  constructor(request: FastifyRequest, reply: FastifyReply, options: ClientReplyOptions) {
    this.#request = request
    this.#reply = reply
    this.#raw = reply.raw
    this.#options = options
  }

  /** @throws {DomainError} 503 when there is no replica to ask, or none that can take more */
  ask(upstream: Upstream, outgoing: Outgoing): void {
    const exchange = new Exchange(upstream, outgoing, this)
    this.#exchange = exchange
    this.#raw.once('close', () => exchange.abort('the client left'))
    exchange.send()
  }

  whole(status: number, headers: IncomingHttpHeaders, body: Buffer): void {
    this.#options.onOutcome?.()
    const { method, headers: asked } = this.#request
    const head = this.#head(headers)
    // What a write answers may hold a token.
    const sent =
      method === 'GET' ? forClient(asked['accept-encoding'], status, head, body) : { headers: head, body }
    sendWhole(this.#reply, status, sent.headers, sent.body)
  }

  begin(status: number, headers: IncomingHttpHeaders): void {
    this.#options.onOutcome?.()
    this.#reply.hijack()
    this.#raw.writeHead(status, this.#head(headers))
    this.#raw.on('drain', () => this.#exchange?.resume())
  }

  write(chunk: Buffer): boolean {
    return this.#raw.write(chunk)
  }

  end(): void {
    this.#raw.end()
  }

  breakOff(error: Error): void {
    if (!this.#raw.destroyed) this.#request.log.warn({ err: error }, 'a reply broke off')
    this.#raw.destroy()
  }

  fail(error: Error): void {
    this.#options.onOutcome?.()
    // Nobody reads on: what still comes of the body is thrown away, and the client hears why.
    if (this.#request.body instanceof Readable) this.#request.body.destroy()
    this.#reply.send(error instanceof DomainError ? error : upstreamFault(error, this.#raw))
  }

  #head(headers: IncomingHttpHeaders) {
    return replyHead(this.#request, this.#reply, this.#options.protection, headers)
  }
}
