import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyHttpProxyOptions } from '@fastify/http-proxy'
import { cookieNames } from '@rehearse/contracts'
import { currentContext } from '@rehearse/service-kit'
import type { Route } from '../routes.ts'

/** What a client may tell an upstream. Everything else stays here, above all whatever claims to be from a proxy. */
const passedOn = [
  'accept',
  'accept-language',
  'content-encoding',
  'content-length',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'last-event-id',
  'range',
  'traceparent',
  'tracestate',
  'user-agent',
] as const

/** About one connection, not the reply (RFC 9110, 7.6.1), or nobody's business. */
const keptBack = ['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade', 'server']

type RewriteHeaders = NonNullable<FastifyHttpProxyOptions['replyOptions']>['rewriteRequestHeaders']
type ProxiedRequest = Parameters<NonNullable<RewriteHeaders>>[0]

/** The request's headers as the upstream gets them: who is calling, on whose behalf, and under which ids. */
export function headersForUpstream(
  request: ProxiedRequest,
  given: IncomingHttpHeaders,
  row: Route,
): IncomingHttpHeaders {
  const headers: Record<string, string | string[]> = {
    'x-request-id': request.id,
    'x-correlation-id': currentContext()?.correlationId ?? request.id,
    'x-forwarded-for': request.ip,
    'x-forwarded-host': request.host,
    'x-forwarded-proto': request.protocol,
  }
  for (const name of passedOn) {
    const value = given[name]
    if (value !== undefined) headers[name] = value
  }
  if (request.token !== null) headers.authorization = `Bearer ${request.token}`
  const refresh = request.cookies[cookieNames.refresh]
  if (row.upstream === 'identity' && refresh !== undefined) {
    headers.cookie = request.server.serializeCookie(cookieNames.refresh, refresh)
  }
  return headers
}

export function headersForClient(given: IncomingHttpHeaders): IncomingHttpHeaders {
  const headers = { ...given }
  for (const name of keptBack) delete headers[name]
  return headers
}
