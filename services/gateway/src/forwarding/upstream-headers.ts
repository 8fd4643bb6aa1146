import { cookieNames } from '@rehearse/contracts'
import { currentContext } from '@rehearse/service-kit'
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
  'traceparent',
  'tracestate',
  'user-agent',
] as const

/** Cookies that identity reads itself; no other service sees any. */
const identityCookies = [cookieNames.refresh, cookieNames.device, cookieNames.oauth]

/** The request's headers as the upstream gets them: who is calling, on whose behalf, and under which ids. */
export function headersForUpstream(
  request: FastifyRequest,
  row: Route,
  host: string,
): Record<string, string> {
  const headers: Record<string, string> = {
    ...headersForEverybody(request, host),
    'x-forwarded-for': request.ip,
    'x-forwarded-host': request.host,
    'x-forwarded-proto': request.protocol,
  }
  const given = request.headers
  for (const name of passedOn) {
    const value = given[name]
    if (value !== undefined) headers[name] = String(value)
  }
  if (request.token !== null) headers.authorization = `Bearer ${request.token}`
  if (row.upstream === 'identity') {
    const cookies = identityCookies.flatMap((name) => {
      const value = request.cookies[name]
      return value === undefined ? [] : [request.server.serializeCookie(name, value)]
    })
    if (cookies.length > 0) headers.cookie = cookies.join('; ')
  }
  return headers
}

/** Of a request whose reply is for whoever asks: nothing in them is about this client. */
export const headersForEverybody = (request: FastifyRequest, host: string): Record<string, string> => ({
  host,
  'x-request-id': request.id,
  'x-correlation-id': currentContext()?.correlationId ?? request.id,
})
