import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { DomainError } from '@rehearse/contracts'
import type { Span } from '@rehearse/service-kit'
import type { Dispatcher } from 'undici'
import type { Receiver } from './receiver.ts'
import type { Replica } from './replica.ts'
import type { Upstream } from './upstream.ts'

/** A request as it goes to an upstream. */
export interface Outgoing {
  method: string
  /** With its query, as it came. */
  path: string
  /**
   * @param host of the replica that gets it
   * @param traceparent of this attempt, where traces are recorded
   * @returns names and values by turns
   */
  headers(host: string, traceparent: string | undefined): string[]
  /** Bytes can be sent again; a stream is gone once it was begun. */
  body: Buffer | Readable | null
  /** Seconds until the reply must have begun; the upstream's own unless said. */
  timeout?: number | undefined
  /** The reply stays open. */
  isLive?: boolean | undefined
  /** Begins the span of an attempt, where traces are recorded. */
  trace?: ((replica: Replica) => Span) | undefined
}

/** Methods that mean the same done twice (RFC 9110, 9.2.2). */
const idempotent: ReadonlySet<string> = new Set(['GET', 'HEAD', 'PUT', 'DELETE'])

/** Bytes up to which a reply of known length is handed on in one piece: that saves a write. */
const shortReply = 256 * 1024

/**
 * One request on its way to a replica of an upstream, and its reply on the way back. It is sent a second time, to
 * another replica where there is one, when it is sure that nothing is done twice by it: nothing was sent, or the method
 * is idempotent and the connection was lost. One object for all of that: this is what the gateway does most.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #upstream: Upstream
  readonly #outgoing: Outgoing
  readonly #receiver: Receiver
  #replica: Replica
  #controller: Dispatcher.DispatchController | null = null
  #state: 'waiting' | 'sent' | 'begun' | 'over' = 'waiting'
  #isSecond = false
  #abortedBy: Error | null = null
  #span: Span | undefined
  #status = 0
  #headers: IncomingHttpHeaders = {}
  #body: Buffer | null = null

  /** @throws {DomainError} 503 when there is no replica to ask, or none that can take more */
  constructor(upstream: Upstream, outgoing: Outgoing, receiver: Receiver) {
    this.#upstream = upstream
    this.#outgoing = outgoing
    this.#receiver = receiver
    this.#replica = upstream.choose(outgoing.isLive === true)
  }

  send(): void {
    const { path, method, headers, body, timeout, isLive } = this.#outgoing
    const { host, pool, livePool } = this.#replica
    this.#state = 'waiting'
    this.#upstream.enter(this.#replica, isLive === true)
    this.#span = this.#outgoing.trace?.(this.#replica)
    const options: Dispatcher.DispatchOptions = {
      path,
      method,
      headers: headers(host, this.#span?.traceparent),
      body,
    }
    if (timeout !== undefined) options.headersTimeout = timeout * 1_000
    const dispatcher = isLive === true ? livePool : pool
    dispatcher.dispatch(options, this)
  }

  /** Gives it up, also while it waits for a connection. What is over stays as it is. */
  abort(reason: string): void {
    if (this.#state === 'over') return
    this.#abortedBy = new Error(reason)
    this.#controller?.abort(this.#abortedBy)
  }

  /** The receiver can take more. */
  resume(): void {
    this.#controller?.resume()
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    this.#state = 'sent'
    if (this.#abortedBy) controller.abort(this.#abortedBy)
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (status < 200) return
    this.#replica.circuit.succeed()
    this.#status = status
    if (isShort(status, headers)) {
      this.#headers = headers
    } else {
      this.#state = 'begun'
      this.#receiver.begin(status, headers)
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#state !== 'begun') this.#body = this.#body === null ? chunk : Buffer.concat([this.#body, chunk])
    else if (!this.#receiver.write(chunk)) controller.pause()
  }

  onResponseEnd(): void {
    const wasBegun = this.#state === 'begun'
    this.#leave()
    this.#span?.end({ 'http.response.status_code': this.#status })
    if (wasBegun) this.#receiver.end()
    else this.#receiver.whole(this.#status, this.#headers, this.#body ?? noBytes)
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    const was = this.#state
    this.#leave()
    this.#span?.fail('code' in error ? String(error.code) : error.name)
    if (was === 'begun') {
      this.#receiver.breakOff(error)
      return
    }
    const { circuit } = this.#replica
    // A client that left, and a body that grew over its limit, say nothing about the replica.
    if (this.#abortedBy || error instanceof DomainError) circuit.abandon()
    else circuit.fail()
    const second = this.#mayBeRepeated(error, was === 'waiting') ? this.#another(was === 'waiting') : null
    if (second === null) this.#receiver.fail(error)
    else {
      this.#isSecond = true
      this.#replica = second
      this.#body = null
      this.send()
    }
  }

  #mayBeRepeated(error: NodeJS.ErrnoException, neverSent: boolean): boolean {
    const { body, method } = this.#outgoing
    if (this.#abortedBy || this.#isSecond || (body !== null && !Buffer.isBuffer(body))) return false
    return neverSent || (error.code === 'UND_ERR_SOCKET' && idempotent.has(method))
  }

  /** @returns null where nobody answers, or only the one that could not be reached a moment ago */
  #another(neverSent: boolean): Replica | null {
    const other = this.#upstream.find(this.#replica)
    return other === this.#replica && neverSent ? null : other
  }

  #leave(): void {
    this.#state = 'over'
    this.#controller = null
    this.#upstream.leave(this.#replica, this.#outgoing.isLive === true)
  }
}

const noBytes = Buffer.alloc(0)

const isShort = (status: number, headers: IncomingHttpHeaders): boolean =>
  status === 204 || status === 304 || Number(headers['content-length'] ?? Number.NaN) <= shortReply
