import httpProxy from '@fastify/http-proxy'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Route } from '../routes.ts'
import type { UpstreamService, Upstreams } from '../upstreams.ts'
import { headersForClient, headersForUpstream } from './proxy-headers.ts'
import { upstreamFault } from './upstream-fault.ts'

/** The plugin warns of each failed request with a stack; we say it once, in a line. */
const quiet = { logLevel: 'error' } as const

type CountSignIn = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** One proxy rule for each row that a service answers: that method on that path, and nothing else. */
export function installProxy(
  app: FastifyInstance,
  rows: readonly Route[],
  upstreams: Upstreams,
  countSignIn: CountSignIn,
): void {
  // Bodies go through as they come; whoever answers reads them.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  for (const row of rows) {
    if (row.upstream === 'gateway') continue
    const options = proxyOptions(row, upstreams[row.upstream], app.log)
    if (row.limit === 'SIGNIN') app.register(signInProxy(options, countSignIn), quiet)
    else app.register(httpProxy, { ...options, ...quiet })
  }
}

function proxyOptions(
  row: Route,
  { origin, pool }: UpstreamService,
  log: FastifyBaseLogger,
): httpProxy.FastifyHttpProxyOptions {
  return {
    upstream: origin,
    // The plugin only ever calls `request`; its types are those of the undici that it brings itself.
    undici: pool as unknown as NonNullable<httpProxy.FastifyHttpProxyOptions['undici']>,
    routes: [row.path],
    httpMethods: [row.method],
    config: { access: row.access, row },
    proxyPayloads: false,
    internalRewriteLocationHeader: false,
    disableRequestLogging: true,
    replyOptions: {
      ...(row.timeout !== undefined && { timeout: row.timeout * 1_000 }),
      rewriteRequestHeaders: (request, headers) => headersForUpstream(request, headers, row),
      rewriteHeaders: headersForClient,
      onError: (reply, { error }) => {
        log.warn(
          { requestId: reply.request.id, upstream: row.upstream, reason: error.message },
          'no reply from upstream',
        )
        reply.send(upstreamFault(error, reply.request.raw))
      },
      // A kept connection may have been closed while we wrote to it: a read is then sent once more, on a new one.
      retryDelay: ({ err, req, attempt }) => {
        const lost = (err as NodeJS.ErrnoException | null)?.code === 'UND_ERR_SOCKET'
        return lost && attempt === 0 && (req.method === 'GET' || req.method === 'HEAD') ? 1 : null
      },
    },
  }
}

/** A sign-in's body is held until the account in it has been counted, then goes on byte for byte. */
function signInProxy(options: httpProxy.FastifyHttpProxyOptions, countSignIn: CountSignIn) {
  return async (scope: FastifyInstance): Promise<void> => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.addHook('preHandler', countSignIn)
    await scope.register(httpProxy, {
      ...options,
      handler: (request, reply, dest, replyOptions) =>
        reply.from(dest, {
          ...replyOptions,
          body: request.body ?? null,
          contentType: request.headers['content-type'] ?? 'application/octet-stream',
        }),
    })
  }
}
