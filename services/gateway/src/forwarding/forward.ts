import type { Readable } from 'node:stream'
import { DomainError } from '@rehearse/contracts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Dispatcher } from 'undici'
import type { Route } from '../routes.ts'
import type { Replica } from '../upstreams/replica.ts'
import type { Upstream } from '../upstreams/upstream.ts'
import { type Exchange, ExchangeError, exchange, type UpstreamReply } from './exchange.ts'
import { headersForUpstream } from './upstream-headers.ts'

/** Methods that mean the same done twice (RFC 9110, 9.2.2). */
const idempotent: ReadonlySet<string> = new Set(['GET', 'HEAD', 'PUT', 'DELETE'])

/**
 * Sends a request on to one of the upstream's replicas, and once more, to another where there is one, when it is sure
 * that nothing is done twice by it: nothing was sent, or the method is idempotent and the connection was lost.
 * @throws {ExchangeError} when no replica gave a reply
 * @throws {DomainError} 503 when there is none to ask
 */
export async function forward(
  request: FastifyRequest,
  reply: FastifyReply,
  row: Route,
  upstream: Upstream,
): Promise<UpstreamReply> {
  const first = upstream.choose()
  try {
    return await ask(first, request, reply, row, upstream)
  } catch (error) {
    if (!(error instanceof ExchangeError) || !mayBeRepeated(error, request, row)) throw error
    const second = upstream.choose(first)
    if (second === first && error.neverSent) throw error
    return await ask(second, request, reply, row, upstream)
  }
}

async function ask(
  replica: Replica,
  request: FastifyRequest,
  reply: FastifyReply,
  row: Route,
  upstream: Upstream,
): Promise<UpstreamReply> {
  upstream.enter(replica)
  const current = exchange(replica.pool, dispatchOptions(request, row, replica), () =>
    upstream.leave(replica),
  )
  const forget = abortWithClient(reply, current)
  try {
    const answered = await current.reply
    replica.circuit.succeed()
    return answered
  } catch (error) {
    if (isTheirs(error, reply)) replica.circuit.fail()
    else replica.circuit.abandon()
    throw error
  } finally {
    forget()
  }
}

function dispatchOptions(request: FastifyRequest, row: Route, replica: Replica): Dispatcher.DispatchOptions {
  return {
    path: request.url,
    method: request.method,
    headers: headersForUpstream(request, row, replica.host),
    body: (request.body ?? null) as Buffer | Readable | null,
    ...(row.timeout !== undefined && { headersTimeout: row.timeout * 1_000 }),
  }
}

/** A client that leaves takes its request along; once there is a reply, the reply's own stream sees to that. */
function abortWithClient(reply: FastifyReply, current: Exchange): () => void {
  const onClose = () => current.abort(new Error('the client left'))
  reply.raw.once('close', onClose)
  return () => reply.raw.off('close', onClose)
}

function mayBeRepeated(error: ExchangeError, request: FastifyRequest, row: Route): boolean {
  // A body that streams is gone once it was begun.
  if (row.body === 'streamed' || request.raw.destroyed) return false
  const wasLost = (error.cause as NodeJS.ErrnoException).code === 'UND_ERR_SOCKET'
  return error.neverSent || (wasLost && idempotent.has(request.method))
}

/** Whether the fault says something about the replica, not about the client or what it sent. */
const isTheirs = (error: unknown, reply: FastifyReply): boolean =>
  !reply.raw.destroyed && !((error as Error).cause instanceof DomainError)
