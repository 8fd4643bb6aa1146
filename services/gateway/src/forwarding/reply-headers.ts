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
