import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Dispatcher } from 'undici'
import { isShort } from '../upstreams/exchange.ts'
import { forClient, type Protection, responseHead, sendBuffered } from '../upstreams/response.ts'

/**
 * Passes an upstream's response to the client, bypassing Fastify's reply. Backpressure applies: no more of a long
 * response is buffered here than the client's connection holds.
 */
export class DirectResponse implements Dispatcher.DispatchHandler {
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  readonly #raw: ServerResponse
  readonly #protection: Protection
  #status = 0
  #headers: IncomingHttpHeaders = {}
  #body: Buffer = noBytes
  #isShort = true

  constructor(request: FastifyRequest, reply: FastifyReply, protection: Protection) {
    this.#request = request
    this.#reply = reply
    this.#raw = reply.raw
    this.#protection = protection
  }

  onRequestStart(): void {}

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    this.#isShort = isShort(status, headers)
    this.#status = status
    this.#headers = headers
    if (this.#isShort) return
    this.#reply.hijack()
    this.#raw.writeHead(status, this.#head())
    this.#raw.on('drain', () => controller.resume())
  }

  /** A short response arrives in one piece. */
  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isShort) this.#body = chunk
    else if (!this.#raw.write(chunk)) controller.pause()
  }

  onResponseEnd(): void {
    if (!this.#isShort) {
      this.#raw.end()
      return
    }
    const { method, headers: asked } = this.#request
    // The response to a write may contain a token.
    const sent =
      method === 'GET'
        ? forClient(asked['accept-encoding'], this.#status, this.#head(), this.#body)
        : { headers: this.#head(), body: this.#body }
    sendBuffered(this.#reply, this.#status, sent.headers, sent.body)
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (!this.#reply.sent) {
      this.#reply.send(error)
      return
    }
    if (!this.#raw.destroyed) this.#request.log.warn({ err: error }, 'response interrupted')
    this.#raw.destroy()
  }

  #head() {
    return responseHead(this.#request, this.#reply, this.#protection, this.#headers)
  }
}

const noBytes = Buffer.alloc(0)
