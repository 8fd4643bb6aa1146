import type { ServerResponse } from 'node:http'
import { cookieNames } from '@rehearse/contracts'
import { type Span, type Tracing, takeTraceparent } from '@rehearse/service-kit'
import { gatewaySecretHeader } from '@rehearse/service-kit/service'
import { parseCookie, stringifyCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'
import type { Route } from '../routes.ts'
import { requestContext, type UpstreamHeaders } from './exchange.ts'
import type { Replica } from './replica.ts'

/**
 * Client headers that are forwarded to an upstream. All others are dropped, especially those that claim to be from a
 * proxy.
 */
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
  'user-agent',
] as const

/** Cookies that identity itself reads; no other service receives any. */
const readByIdentity = [cookieNames.refresh, cookieNames.device, cookieNames.oauth]

interface Settings {
  tracing: Tracing | null
  gatewaySecret?: string | undefined
}

/** The request headers for the upstream: caller, client and ids. */
export function headersForUpstream(
  request: FastifyRequest,
  row: Route,
  { tracing, gatewaySecret }: Settings,
  client: ServerResponse,
): UpstreamHeaders {
  const headers = anonymousHeaders(request, row, tracing)
  const [isLive, isRepeatable] = [row.live === true, row.repeatable === true]
  headers[requestContext] = {
    ...headers[requestContext],
    client,
    address: request.ip,
    isLive,
    isRepeatable,
  }
  if (gatewaySecret) headers[gatewaySecretHeader] = gatewaySecret
  headers['x-forwarded-for'] = request.ip
  headers['x-forwarded-host'] = request.host
  headers['x-forwarded-proto'] = request.protocol
  const requested = request.headers
  for (const name of passedOn) {
    const value = requested[name]
    if (value !== undefined) headers[name] = String(value)
  }
  // Meaningless without its traceparent.
  if (requested.tracestate !== undefined && takeTraceparent(requested.traceparent) !== undefined) {
    headers.tracestate = String(requested.tracestate)
  }
  if (request.token !== null) headers.authorization = `Bearer ${request.token}`
  if (row.upstream === 'identity' && requested.cookie !== undefined) {
    const cookies = identityCookies(requested.cookie)
    if (cookies !== '') headers.cookie = cookies
  }
  return headers
}

/** For a request whose response is the same for all clients: no header identifies this client. */
export function anonymousHeaders(
  request: FastifyRequest,
  row: Route,
  tracing: Tracing | null,
): UpstreamHeaders {
  // No incoming ids are used, so everything that this call causes has the call's own id.
  const headers: UpstreamHeaders = { 'x-request-id': request.id, 'x-correlation-id': request.id }
  if (request.traceparent !== null) headers.traceparent = request.traceparent
  if (tracing !== null) {
    headers[requestContext] = { trace: (replica) => beginAttempt(tracing, request, row, replica) }
  }
  return headers
}

function identityCookies(header: string): string {
  const requested = parseCookie(header)
  return stringifyCookie(Object.fromEntries(readByIdentity.map((name) => [name, requested[name]])))
}

/**
 * Starts the span of one attempt to get a response. It records only the route pattern: the URL may contain secrets.
 */
function beginAttempt(
  tracing: Tracing,
  request: FastifyRequest,
  { method, path }: Route,
  { address }: Replica,
): Span {
  const { hostname, port } = new URL(address)
  return tracing.begin({
    name: `${method} ${path}`,
    kind: 'client',
    parent: request.traceparent ?? undefined,
    attributes: {
      'http.request.method': method,
      'url.template': path,
      'server.address': hostname,
      'server.port': Number(port),
    },
  })
}
