import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { DomainError } from '@rehearse/contracts'
import { networkOf, type Span } from '@rehearse/service-kit'
import type { Dispatcher } from 'undici'
import type { LongResponse, LongResponses } from './long-responses.ts'
import type { Replica } from './replica.ts'

/** Key of the context among a request's headers: @fastify/reply-from copies only headers, including symbols. */
export const requestContext: unique symbol = Symbol('request context')

/** What the dispatcher needs to know about a request in addition to its HTTP message. */
export interface RequestContext {
  /** Its request is aborted when this client disconnects. */
  client?: ServerResponse
  /** The client's IP address. */
  address?: string
  /** Stays open: it uses a separate connection and doesn't count toward the service's concurrency limit. */
  isLive?: boolean
  /** Safe to repeat, although its method doesn't imply it. */
  isRepeatable?: boolean
  /** Starts the span of an attempt, if traces are recorded. */
  trace?: ((replica: Replica) => Span) | undefined
}

/**
 * Whether no one is waiting for the response. A request queued behind another on its connection has no `close` event
 * of its own, and @fastify/reply-from destroys a response for such a client without handling that stream's error.
 */
export const isDisconnected = ({ client }: RequestContext): boolean =>
  client !== undefined && (client.destroyed || client.req.socket.destroyed)

export type UpstreamHeaders = Record<string, string> & { [requestContext]?: RequestContext }

/** Chooses a replica for each request of an upstream, and counts the requests per replica. */
interface Balancer {
  readonly long: LongResponses
  find(avoid?: Replica): Replica | null
  enter(replica: Replica, isLive: boolean): void
  leave(replica: Replica, isLive: boolean): void
}

/**
 * A response of known length up to this many bytes is passed on as a whole, so that a read can be repeated until
 * then.
 */
const shortResponse = 256 * 1024

/** Whether the dispatcher forwards this response once it is complete, rather than as it arrives. */
export const isShort = (status: number, headers: IncomingHttpHeaders): boolean =>
  status === 204 || status === 304 || Number(headers['content-length'] ?? Number.NaN) <= shortResponse

/**
 * The connection ended without a response. undici's own code stands for one that the replica closed. If a request
 * arrives as its connection is closed, the operating system resets it instead, which undici reports as it is.
 */
const connectionLost: ReadonlySet<string> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])

interface Dispatched {
  options: Dispatcher.DispatchOptions
  handler: Dispatcher.DispatchHandler
  context: RequestContext
}

/** Idempotent methods (RFC 9110, 9.2.2). */
const idempotent: ReadonlySet<string> = new Set(['GET', 'HEAD', 'PUT', 'DELETE'])

/**
 * One request to an upstream and its response. It is sent a second time, to another replica if there is one, when
 * that can't do anything twice: nothing was sent, the replica is only starting, or the connection was lost and the
 * method is idempotent or the endpoint declared repeatable. A replica that stops closes its idle connections, perhaps
 * just as a request is sent on one.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #upstream: Balancer
  readonly #dispatched: Dispatched
  readonly #isLive: boolean
  #replica: Replica
  #controller: Dispatcher.DispatchController | null = null
  #state: 'waiting' | 'sent' | 'begun' | 'over' = 'waiting'
  #isSecond = false
  #abortedBy: Error | null = null
  #span: Span | undefined
  #status = 0
  #headers: IncomingHttpHeaders = {}
  #body: Buffer | null = null
  /** Set while the response is sent as it arrives. */
  #long: LongResponse | null = null

  constructor(upstream: Balancer, replica: Replica, dispatched: Dispatched) {
    this.#upstream = upstream
    this.#replica = replica
    this.#dispatched = dispatched
    this.#isLive = dispatched.context.isLive === true
    dispatched.context.client?.once('close', () => this.#abort('the client left'))
  }

  send(): void {
    const { options, context } = this.#dispatched
    const { address, host, pool, livePool } = this.#replica
    this.#state = 'waiting'
    this.#upstream.enter(this.#replica, this.#isLive)
    this.#span = context.trace?.(this.#replica)
    const headers: UpstreamHeaders = { ...(options.headers as UpstreamHeaders), host }
    if (this.#span) headers.traceparent = this.#span.traceparent
    const dispatcher = this.#isLive ? livePool : pool
    dispatcher.dispatch({ ...options, origin: address, headers }, this)
  }

  onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
    this.#controller = controller
    this.#state = 'sent'
    if (this.#abortedBy) controller.abort(this.#abortedBy)
    else this.#dispatched.handler.onRequestStart?.(controller, context)
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (status < 200) return
    this.#replica.circuit.succeed()
    if (isDisconnected(this.#dispatched.context)) {
      this.#abort('the client left')
      return
    }
    this.#status = status
    if (isShort(status, headers)) {
      this.#headers = headers
    } else if (this.#isLive || this.#isAdmitted(this.#dispatched.context.address)) {
      this.#state = 'begun'
      this.#dispatched.handler.onResponseStart?.(controller, status, headers)
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#long !== null) this.#long.lastData = performance.now()
    if (this.#state === 'begun') this.#dispatched.handler.onResponseData?.(controller, chunk)
    else this.#body = this.#body === null ? chunk : Buffer.concat([this.#body, chunk])
  }

  onResponseEnd(controller: Dispatcher.DispatchController, trailers: IncomingHttpHeaders): void {
    const { handler, context } = this.#dispatched
    const wasBegun = this.#state === 'begun'
    this.#leave()
    this.#span?.end({ 'http.response.status_code': this.#status })
    if (!wasBegun && this.#isStarting()) {
      // Until the next readiness check.
      this.#replica.isReady = false
      const other = this.#upstream.find(this.#replica)
      if (other?.isReady && this.#isRetryable()) {
        this.#sendTo(other)
        return
      }
    }
    if (wasBegun) {
      handler.onResponseEnd?.(controller, trailers)
    } else if (isDisconnected(context)) {
      handler.onResponseError?.(completed, clientDisconnected())
    } else {
      handler.onResponseStart?.(completed, this.#status, this.#headers)
      if (this.#body) handler.onResponseData?.(completed, this.#body)
      handler.onResponseEnd?.(completed, trailers)
    }
  }

  onResponseError(controller: Dispatcher.DispatchController, error: Error): void {
    const { handler, context } = this.#dispatched
    const was = this.#state
    this.#leave()
    this.#span?.fail('code' in error ? String(error.code) : error.name)
    if (was !== 'begun') {
      const { circuit } = this.#replica
      // A client that disconnected, or a body over its limit, says nothing about the replica.
      const isItsFault = !this.#abortedBy && !(error instanceof DomainError)
      if (isItsFault && isTimeout(error)) void circuit.timeOut()
      else if (isItsFault) circuit.fail()
      const second = this.#mayBeRepeated(error, was === 'waiting') ? this.#another(was === 'waiting') : null
      if (second !== null) {
        this.#sendTo(second)
        return
      }
    }
    handler.onResponseError?.(controller, upstreamError(error, isDisconnected(context)))
  }

  /** Aborts the exchange, even while it waits for a connection. Has no effect once it is complete. */
  #abort(reason: string): void {
    if (this.#state === 'over') return
    this.#abortedBy = new Error(reason)
    this.#controller?.abort(this.#abortedBy)
  }

  /** Counts a long response apart from requests in progress, or aborts it if there are too many of them. */
  #isAdmitted(address: string | undefined): boolean {
    // A response for the cache, which reads it at once.
    if (address === undefined) return true
    const long = {
      network: networkOf(address),
      lastData: performance.now(),
      interrupt: () => this.#abort('the client reads too slowly'),
    }
    const full = this.#upstream.long.add(long)
    if (full === null) {
      this.#long = long
      this.#upstream.leave(this.#replica, this.#isLive)
      return true
    }
    this.#abortedBy = full === 'network' ? tooManyDownloads : overloaded
    this.#controller?.abort(this.#abortedBy)
    return false
  }

  #sendTo(second: Replica): void {
    this.#isSecond = true
    this.#replica = second
    this.#body = null
    this.send()
  }

  /** Whether it was rejected by a process that listens but isn't ready yet, and so has done nothing. */
  #isStarting(): boolean {
    return this.#status === 503 && this.#body?.includes('"code":"starting"') === true
  }

  /** A body that is streamed can't be sent a second time. */
  #isRetryable(): boolean {
    const { body } = this.#dispatched.options
    const isStream = body !== null && body !== undefined && !Buffer.isBuffer(body) && body !== ''
    return !this.#abortedBy && !this.#isSecond && !isStream
  }

  #mayBeRepeated(error: NodeJS.ErrnoException, neverSent: boolean): boolean {
    if (!this.#isRetryable()) return false
    const { method } = this.#dispatched.options
    const isRepeatable = idempotent.has(method) || this.#dispatched.context.isRepeatable === true
    return neverSent || (connectionLost.has(String(error.code)) && isRepeatable)
  }

  /** @returns null if no replica responds, or only the one that just couldn't be reached */
  #another(neverSent: boolean): Replica | null {
    const other = this.#upstream.find(this.#replica)
    return other === this.#replica && neverSent ? null : other
  }

  #leave(): void {
    this.#state = 'over'
    this.#controller = null
    if (this.#long === null) this.#upstream.leave(this.#replica, this.#isLive)
    else this.#upstream.long.remove(this.#long)
    this.#long = null
  }
}

/** For a response that has arrived completely: there is nothing left to stop or pause. */
export const completed: Dispatcher.DispatchController = {
  aborted: false,
  paused: false,
  reason: null,
  abort: () => {},
  pause: () => {},
  resume: () => {},
}

/** Created once: a stack trace for each of thousands would cost more than the rejected request. */
export const overloaded = new DomainError({
  kind: 'unavailable',
  code: 'overloaded',
  message: 'Temporarily unavailable, please try again',
  retryAfterSeconds: 1,
})

const tooManyDownloads = new DomainError({
  kind: 'too-many',
  code: 'too_many_requests',
  message: 'Too many requests, please try again later',
  retryAfterSeconds: 2,
})

const isTimeout = ({ code }: NodeJS.ErrnoException): boolean =>
  code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT'

/** The error sent to the client when an upstream didn't respond. The cause appears only in the log. */
function upstreamError(error: Error, isClientDisconnected: boolean): DomainError {
  // Our own error: the body grew over its limit while it was streamed.
  if (error instanceof DomainError) return error
  if (isTimeout(error)) return timedOut(error)
  return isClientDisconnected ? clientDisconnected(error) : unavailable(error, 1)
}

export const unavailable = (cause: Error | undefined, retryAfterSeconds: number) =>
  new DomainError({
    kind: 'unavailable',
    code: 'temporarily_unavailable',
    message: 'Temporarily unavailable, please try again',
    retryAfterSeconds,
    cause,
  })

const timedOut = (cause: Error) =>
  new DomainError({
    kind: 'unavailable',
    code: 'upstream_timeout',
    message: 'This took too long, please try again',
    retryAfterSeconds: 1,
    cause,
  })

export const clientDisconnected = (cause?: Error) =>
  new DomainError({
    kind: 'invalid',
    code: 'request_aborted',
    message: 'The request ended before it was complete',
    cause,
  })
