import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'

/** About one connection, not the reply (RFC 9110, 7.6.1), or nobody's business. */
const keptBack = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
  'server',
  'date',
])

/** Takes an upstream's headers over into the client's reply. */
export function takeOverHeaders(reply: FastifyReply, given: IncomingHttpHeaders): void {
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined && !keptBack.has(name)) reply.header(name, value)
  }
}
