import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'

export interface UpstreamReply {
  status: number
  headers: IncomingHttpHeaders
  /** All of it where it is short, else as it comes. */
  body: Buffer | Readable
}

/** An exchange that gave no reply. */
export class ExchangeError extends Error {
  /** Whether nothing of the request can have reached the upstream, so that sending it again repeats nothing. */
  readonly neverSent: boolean

  constructor(cause: Error, neverSent: boolean) {
    super(cause.message, { cause })
    this.neverSent = neverSent
  }
}

/** Bytes up to which a reply of known length is passed on in one piece: that saves a stream and a write. */
const shortReply = 256 * 1024

export interface Exchange {
  /** Settles as soon as the reply can be passed on; rejects with an ExchangeError where there is none. */
  reply: Promise<UpstreamReply>
  /** Gives it up: the client is gone. */
  abort(reason: Error): void
}

/**
 * One request over one connection, from the first byte sent to the last received.
 * @param onEnd called once, when the exchange is over, whatever became of it
 */
export function exchange(
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  onEnd: () => void,
): Exchange {
  const { promise, resolve, reject } = Promise.withResolvers<UpstreamReply>()
  const reader = new ReplyReader({ resolve, reject, onEnd })
  dispatcher.dispatch(options, reader)
  return { reply: promise, abort: (reason) => reader.abort(reason) }
}

interface Outcome {
  resolve(reply: UpstreamReply): void
  reject(error: ExchangeError): void
  onEnd(): void
}

/** Reads a reply off the wire: short ones whole, others as a stream that waits for its reader. */
class ReplyReader implements Dispatcher.DispatchHandler {
  readonly #outcome: Outcome
  #controller: Dispatcher.DispatchController | null = null
  #gone: Error | null = null
  #wasSent = false
  #status = 0
  #headers: IncomingHttpHeaders = {}
  #chunks: Buffer[] = []
  #stream: Readable | null = null

  constructor(outcome: Outcome) {
    this.#outcome = outcome
  }

  /** Gives the exchange up, also while it waits for a connection. */
  abort(reason: Error): void {
    this.#gone = reason
    this.#controller?.abort(reason)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    this.#wasSent = true
    if (this.#gone) controller.abort(this.#gone)
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (status < 200) return
    this.#status = status
    this.#headers = headers
    if (isShort(status, headers)) return
    this.#stream = new Readable({
      read: () => controller.resume(),
      destroy: (error, done) => {
        // Read to its end it is over; otherwise the reader left, and what follows is of no use to anybody.
        if (!this.#stream?.readableEnded) controller.abort(error ?? new Error('the reader left'))
        done(error)
      },
    })
    this.#outcome.resolve({ status, headers, body: this.#stream })
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#stream === null) this.#chunks.push(chunk)
    else if (!this.#stream.push(chunk)) controller.pause()
  }

  onResponseEnd(): void {
    if (this.#stream) this.#stream.push(null)
    else this.#outcome.resolve({ status: this.#status, headers: this.#headers, body: joined(this.#chunks) })
    this.#outcome.onEnd()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#stream) this.#stream.destroy(error)
    this.#outcome.reject(new ExchangeError(error, !this.#wasSent))
    this.#outcome.onEnd()
  }
}

const isShort = (status: number, headers: IncomingHttpHeaders): boolean =>
  status === 204 || status === 304 || Number(headers['content-length'] ?? Number.NaN) <= shortReply

const joined = (chunks: readonly Buffer[]): Buffer =>
  chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
