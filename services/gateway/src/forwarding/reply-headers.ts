import type { IncomingHttpHeaders } from 'node:http'

/** About one connection, not the reply (RFC 9110, 7.6.1), or nobody's business. */
const ours = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
  'server',
  'date',
  'x-request-id',
])

/** What of an upstream's headers goes on to the client. */
export function keepBack(given: IncomingHttpHeaders): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined && !ours.has(name)) headers[name] = value as string
  }
  return headers
}
