import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { DomainError } from '@rehearse/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readThrough } from '../cache/read-through.ts'
import type { ReplyCache } from '../cache/reply-cache.ts'
import type { Route } from '../routes.ts'
import type { Upstreams } from '../upstreams/open-upstreams.ts'
import type { Upstream } from '../upstreams/upstream.ts'
import { forward } from './forward.ts'
import { keepBack } from './reply-headers.ts'
import { upstreamFault } from './upstream-fault.ts'
import { headersForUpstream } from './upstream-headers.ts'

/** A route for each row that a service answers: that method on that path, and nothing else. */
export function installForwarding(
  app: FastifyInstance,
  rows: readonly Route[],
  upstreams: Upstreams,
  cache: ReplyCache,
): void {
  // Bodies go through as they come; whoever answers reads them.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  const install = (scope: FastifyInstance, body: Route['body']): void => {
    for (const row of rows) {
      if (row.upstream === 'gateway' || row.body !== body) continue
      scope.route({
        method: row.method,
        url: row.path,
        config: { access: row.access, row },
        bodyLimit: row.bodyLimit,
        handler: handlerOf(row, upstreams[row.upstream], cache),
      })
    }
  }
  install(app, 'streamed')
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes))
    install(scope, 'buffered')
  })
}

function handlerOf(row: Route, upstream: Upstream, cache: ReplyCache) {
  // Who has just written must not read the old: the event that tells everybody else is still on its way.
  const changes = row.upstream === 'questions' && row.method !== 'GET' && row.access === 'admin'
  const remembered = row.cache === 'until-changed' ? readThrough(cache, row, upstream) : () => undefined
  return async (request: FastifyRequest, reply: FastifyReply) => {
    refuseTraversal(request)
    try {
      return await (remembered(request, reply) ?? passOn(request, reply, row, upstream))
    } catch (error) {
      // Nobody reads on: what still comes of the body is thrown away, and the client hears why.
      if (request.body instanceof Readable) request.body.destroy()
      throw error instanceof DomainError ? error : upstreamFault(error as Error, request.raw)
    } finally {
      if (changes) cache.clear()
    }
  }
}

async function passOn(
  request: FastifyRequest,
  reply: FastifyReply,
  row: Route,
  upstream: Upstream,
): Promise<FastifyReply> {
  const { status, headers, body } = await forward(upstream, {
    method: request.method,
    path: request.url,
    headers: (host) => headersForUpstream(request, row, host),
    body: (request.body ?? null) as Buffer | Readable | null,
    timeout: row.timeout,
    isLive: row.live,
    client: reply.raw,
  })
  reply.headers(keepBack(headers))
  // Of no bytes the length would be counted anew; of no stream it stays as the upstream has told it.
  if (request.method === 'HEAD')
    return reply.code(status).send(Buffer.isBuffer(body) ? Readable.from([]) : body)
  return reply.code(status).send(Buffer.isBuffer(body) && isText(headers) ? body.toString() : body)
}

/** Text leaves in one piece with its headers, which saves the socket a vectored write. Ours is always UTF-8. */
const isText = (headers: IncomingHttpHeaders): boolean =>
  headers['content-encoding'] === undefined && String(headers['content-type']).startsWith('application/json')

/** No id of ours has a separator in it, encoded or not: it would name another path to whoever decodes it twice. */
function refuseTraversal(request: FastifyRequest): void {
  for (const value of Object.values(request.params as Record<string, string>)) {
    if (/[/\\]|^\.\.?$/.test(value)) {
      throw new DomainError({ kind: 'not-found', code: 'not_found', message: 'Not found' })
    }
  }
}
