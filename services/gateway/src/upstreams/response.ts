import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Headers that protect a response of this type, from us or a service. */
export type Protection = (
  request: FastifyRequest,
  contentType: string | undefined,
) => Readonly<Record<string, string>>

/** Headers about the connection, not the response (RFC 9110, 7.6.1), or internal ones. */
const ours: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
  'server',
  'date',
  'x-request-id',
])

/** The upstream headers that are forwarded to clients. */
export function forwardedHeaders(upstreamHeaders: IncomingHttpHeaders): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {}
  for (const name in upstreamHeaders) {
    if (!ours.has(name)) headers[name] = upstreamHeaders[name]
  }
  return headers
}

/**
 * Status and headers of a response to the client: protective headers, then those of our checks, overridden by the
 * upstream's.
 */
export function responseHead(
  request: FastifyRequest,
  reply: FastifyReply,
  protection: Protection,
  upstreamHeaders: Readonly<OutgoingHttpHeaders>,
): OutgoingHttpHeaders {
  const type = upstreamHeaders['content-type'] as string | undefined
  const own = reply.getHeaders()
  const head = { ...protection(request, type), ...own } as OutgoingHttpHeaders
  for (const name in upstreamHeaders) {
    if (!ours.has(name)) head[name] = upstreamHeaders[name]
  }
  if (own.vary !== undefined && upstreamHeaders.vary !== undefined)
    head.vary = `${own.vary}, ${upstreamHeaders.vary}`
  if (request.server.isDraining() && request.raw.httpVersionMajor < 2) head.connection = 'close'
  return head
}

/**
 * Maximum size in bytes for sending head and body as one string. Node writes a head and a buffer as two chunks, which
 * costs about as much as this copy; in Latin-1 every byte is one character.
 */
const onePiece = 14 * 1024

/** A body as it is sent: short ones as a string with one character per byte. */
export type SentBody = Buffer | string

export const toSent = (body: Buffer): SentBody => (body.length > onePiece ? body : body.toString('latin1'))

/** Sends a complete response, bypassing Fastify's reply. */
export function sendBuffered(
  reply: FastifyReply,
  status: number,
  head: Readonly<OutgoingHttpHeaders>,
  body: Buffer | SentBody,
): void {
  const { raw } = reply.hijack()
  raw.writeHead(status, head)
  const sent = typeof body === 'string' ? body : toSent(body)
  if (sent.length === 0 || reply.request.method === 'HEAD') raw.end()
  else if (typeof sent === 'string') raw.end(sent, 'latin1')
  else raw.end(sent)
}

/** Bytes that fit in one packet anyway. */
const SMALLEST = 1_000

/**
 * Whether compressing a complete response to a read is worthwhile: JSON shrinks to a third, for 50 µs of our time.
 * Never for a response that sets a cookie: a secret next to input chosen by the sender could be guessed from the
 * length.
 */
export const isCompressible = (
  status: number,
  headers: Readonly<OutgoingHttpHeaders>,
  length: number,
): boolean =>
  status === 200 &&
  length >= SMALLEST &&
  /^application\/json\b/.test(String(headers['content-type'])) &&
  headers['content-encoding'] === undefined &&
  headers['set-cookie'] === undefined

/** @param accepted the client's `Accept-Encoding` */
export const acceptsGzip = (accepted: unknown): boolean =>
  typeof accepted === 'string' && /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted)

/** `Vary` for a response that some clients get compressed. */
export const varying = (headers: Readonly<OutgoingHttpHeaders>): OutgoingHttpHeaders => ({
  ...headers,
  vary: headers.vary === undefined ? 'accept-encoding' : `${headers.vary}, accept-encoding`,
})

/** The compressed response. Its ETag becomes weak because its bytes differ. */
export function gzip(
  headers: Readonly<OutgoingHttpHeaders>,
  body: Buffer,
): { headers: OutgoingHttpHeaders; body: Buffer } {
  const zipped = gzipSync(body, { level: constants.Z_BEST_SPEED })
  const { etag } = headers
  return {
    headers: {
      ...headers,
      'content-encoding': 'gzip',
      'content-length': zipped.length,
      ...(typeof etag === 'string' && !etag.startsWith('W/') && { etag: `W/${etag}` }),
    },
    body: zipped,
  }
}

/** A response for one client: compressed if that is worthwhile and the client accepts it. */
export function forClient(
  accepted: string | string[] | undefined,
  status: number,
  headers: Readonly<OutgoingHttpHeaders>,
  body: Buffer,
): { headers: Readonly<OutgoingHttpHeaders>; body: Buffer } {
  if (!isCompressible(status, headers, body.length)) return { headers, body }
  const variedHeaders = varying(headers)
  return acceptsGzip(accepted) ? gzip(variedHeaders, body) : { headers: variedHeaders, body }
}
