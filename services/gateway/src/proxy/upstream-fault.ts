import type { ServerResponse } from 'node:http'
import { DomainError } from '@rehearse/contracts'

/** What the client is told when an upstream gave no reply. The cause is for the log alone. */
export function upstreamFault(error: Error, client: Pick<ServerResponse, 'destroyed'>): Error {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    // Ours: the body grew over its limit while it was passed on.
    if (cause instanceof DomainError) return cause
    const code = (cause as NodeJS.ErrnoException).code
    if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') return timedOut(error)
  }
  if (client.destroyed) return clientGone(error)
  return new DomainError({
    kind: 'unavailable',
    code: 'temporarily_unavailable',
    message: 'Temporarily unavailable, please try again',
    retryAfterSeconds: 1,
    cause: error,
  })
}

const timedOut = (cause: Error) =>
  new DomainError({
    kind: 'unavailable',
    code: 'upstream_timeout',
    message: 'This took too long, please try again',
    retryAfterSeconds: 1,
    cause,
  })

const clientGone = (cause: Error) =>
  new DomainError({
    kind: 'invalid',
    code: 'request_aborted',
    message: 'The request ended before it was complete',
    cause,
  })
