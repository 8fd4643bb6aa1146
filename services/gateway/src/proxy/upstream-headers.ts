import { cookieNames } from '@rehearse/contracts'
import { takeTraceparent } from '@rehearse/service-kit'
import { gatewaySecretHeader } from '@rehearse/service-kit/service'
import { parseCookie, stringifyCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'
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
  'user-agent',
] as const

/** Cookies that identity reads itself; no other service sees any. */
const readByIdentity = [cookieNames.refresh, cookieNames.device, cookieNames.oauth]

/** The request's headers as the upstream gets them: who is calling, on whose behalf, and under which ids. */
export function headersForUpstream(
  request: FastifyRequest,
  row: Route,
  gatewaySecret: string | undefined,
  host: string,
  traceparent: string | undefined,
): string[] {
  const headers = headersForEverybody(request, host, traceparent)
  if (gatewaySecret) headers.push(gatewaySecretHeader, gatewaySecret)
  headers.push('x-forwarded-for', request.ip)
  headers.push('x-forwarded-host', request.host)
  headers.push('x-forwarded-proto', request.protocol)
  const given = request.headers
  for (const name of passedOn) {
    const value = given[name]
    if (value !== undefined) headers.push(name, String(value))
  }
  // Without its traceparent it means nothing.
  if (given.tracestate !== undefined && takeTraceparent(given.traceparent) !== undefined) {
    headers.push('tracestate', String(given.tracestate))
  }
  if (request.token !== null) headers.push('authorization', `Bearer ${request.token}`)
  if (row.upstream === 'identity' && given.cookie !== undefined) {
    const cookies = identityCookies(given.cookie)
    if (cookies !== '') headers.push('cookie', cookies)
  }
  return headers
}

/** Of a request whose reply is for whoever asks: nothing in them is about this client. */
export function headersForEverybody(
  request: FastifyRequest,
  host: string,
  traceparent: string | undefined,
): string[] {
  // Nothing from outside is taken over, so what a call causes goes by the call's own id.
  const headers = ['host', host, 'x-request-id', request.id, 'x-correlation-id', request.id]
  const parent = traceparent ?? request.traceparent
  if (parent !== null) headers.push('traceparent', parent)
  return headers
}

function identityCookies(header: string): string {
  const given = parseCookie(header)
  return stringifyCookie(Object.fromEntries(readByIdentity.map((name) => [name, given[name]])))
}
