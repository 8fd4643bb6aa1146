import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { DomainError } from '@rehearse/contracts'
import type { Dispatcher } from 'undici'
import type { Replica } from '../upstreams/replica.ts'
import type { Upstream } from '../upstreams/upstream.ts'
import { type Exchange, ExchangeError, exchange, type UpstreamReply } from './exchange.ts'

/** A request as it goes to an upstream. */
export interface Outgoing {
  method: string
  /** With its query, as it came. */
  path: string
  /** @param host of the replica that gets it */
  headers(host: string): Record<string, string>
  /** Bytes can be sent again; a stream is gone once it was begun. */
  body: Buffer | Readable | null
  /** Seconds until the reply must have begun; the upstream's own unless said. */
  timeout?: number | undefined
  /** The reply stays open. */
  isLive?: boolean | undefined
  /** Whose request it is: it ends when they leave. Null where several wait for the reply. */
  client: ServerResponse | null
}

/** Methods that mean the same done twice (RFC 9110, 9.2.2). */
const idempotent: ReadonlySet<string> = new Set(['GET', 'HEAD', 'PUT', 'DELETE'])

/**
 * Sends a request on to one of the upstream's replicas, and once more, to another where there is one, when it is sure
 * that nothing is done twice by it: nothing was sent, or the method is idempotent and the connection was lost.
 * @throws {ExchangeError} when no replica gave a reply
 * @throws {DomainError} 503 when there is none to ask
 */
export async function forward(upstream: Upstream, outgoing: Outgoing): Promise<UpstreamReply> {
  const first = upstream.choose()
  try {
    return await ask(upstream, first, outgoing)
  } catch (error) {
    if (!(error instanceof ExchangeError) || !mayBeRepeated(error, outgoing)) throw error
    const second = upstream.choose(first)
    if (second === first && error.neverSent) throw error
    return await ask(upstream, second, outgoing)
  }
}

async function ask(upstream: Upstream, replica: Replica, outgoing: Outgoing): Promise<UpstreamReply> {
  const isLive = outgoing.isLive === true
  const leave = upstream.enter(replica, isLive)
  const options: Dispatcher.DispatchOptions = {
    path: outgoing.path,
    method: outgoing.method,
    headers: outgoing.headers(replica.host),
    body: outgoing.body,
    ...(outgoing.timeout !== undefined && { headersTimeout: outgoing.timeout * 1_000 }),
  }
  const current = exchange(isLive ? replica.livePool : replica.pool, options, leave)
  const forget = abortWithClient(current, outgoing.client)
  try {
    const reply = await current.reply
    replica.circuit.succeed()
    return reply
  } catch (error) {
    if (isTheirs(error, outgoing)) replica.circuit.fail()
    else replica.circuit.abandon()
    throw error
  } finally {
    forget()
  }
}

/** A client that leaves takes its request along; once there is a reply, the reply's own stream sees to that. */
function abortWithClient(current: Exchange, client: ServerResponse | null): () => void {
  if (client === null) return () => {}
  const onClose = () => current.abort(new Error('the client left'))
  client.once('close', onClose)
  return () => client.off('close', onClose)
}

function mayBeRepeated(error: ExchangeError, { method, body, client }: Outgoing): boolean {
  if (client?.destroyed || (body !== null && !Buffer.isBuffer(body))) return false
  const wasLost = (error.cause as NodeJS.ErrnoException).code === 'UND_ERR_SOCKET'
  return error.neverSent || (wasLost && idempotent.has(method))
}

/** Whether the fault says something about the replica, not about the client or what it sent. */
const isTheirs = (error: unknown, { client }: Outgoing): boolean =>
  !client?.destroyed && !((error as Error).cause instanceof DomainError)
