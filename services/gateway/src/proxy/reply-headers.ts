import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Headers that protect a reply of this type, whoever made it. */
export type Protection = (
  request: FastifyRequest,
  contentType: string | undefined,
) => Readonly<Record<string, string>>

/** About one connection, not the reply (RFC 9110, 7.6.1), or nobody's business. */
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

/** What of an upstream's headers goes on to clients. */
export function keepBack(given: IncomingHttpHeaders): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {}
  for (const name in given) {
    if (!ours.has(name)) headers[name] = given[name]
  }
  return headers
}

/** The head of a reply to the client: what protects it, what our checks say, and over them what the upstream says. */
export function replyHead(
  request: FastifyRequest,
  reply: FastifyReply,
  protection: Protection,
  given: Readonly<OutgoingHttpHeaders>,
): OutgoingHttpHeaders {
  const type = given['content-type'] as string | undefined
  const own = reply.getHeaders()
  const head = { ...protection(request, type), ...own } as OutgoingHttpHeaders
  for (const name in given) {
    if (!ours.has(name)) head[name] = given[name]
  }
  if (own.vary !== undefined && given.vary !== undefined) head.vary = `${own.vary}, ${given.vary}`
  if (request.server.isDraining() && request.raw.httpVersionMajor < 2) head.connection = 'close'
  return head
}

/**
 * Bytes up to which head and body leave as one text. Node writes a head and a buffer as two parts, which costs about as
 * much as the copy does here; read as Latin-1 every byte is a character, whatever it stands for.
 */
const onePiece = 14 * 1024

/** A body as it is sent: short ones as text with a character for each byte. */
export type SentBody = Buffer | string

export const toSent = (body: Buffer): SentBody => (body.length > onePiece ? body : body.toString('latin1'))

/** Sends a complete reply, past Fastify's own way of replying. */
export function sendWhole(
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
