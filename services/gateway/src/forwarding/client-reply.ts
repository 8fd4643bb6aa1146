import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { DomainError } from '@rehearse/contracts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Upstream } from '../upstreams/upstream.ts'
import { Exchange, type Outgoing } from './exchange.ts'
import { forClient } from './gzip.ts'
import type { Receiver } from './receiver.ts'
import { type Protection, replyHead } from './reply-headers.ts'
import { sendWhole } from './send-whole.ts'
import { upstreamFault } from './upstream-fault.ts'

export interface ClientReplyOptions {
  protection: Protection
  /** Called before the client learns of the outcome, whatever it is. */
  onOutcome: (() => void) | null
}

/**
 * Hands an upstream's reply on to the client as it comes, past Fastify's own way of replying: of a long one no more
 * waits here than the client's connection holds. A client that leaves takes the request along.
 */
export class ClientReply implements Receiver {
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  readonly #raw: ServerResponse
  readonly #options: ClientReplyOptions
  #exchange: Exchange | null = null

  constructor(request: FastifyRequest, reply: FastifyReply, options: ClientReplyOptions) {
    this.#request = request
    this.#reply = reply
    this.#raw = reply.raw
    this.#options = options
  }

  /** @throws {DomainError} 503 when there is no replica to ask, or none that can take more */
  ask(upstream: Upstream, outgoing: Outgoing): void {
    const exchange = new Exchange(upstream, outgoing, this)
    this.#exchange = exchange
    this.#raw.once('close', () => exchange.abort('the client left'))
    exchange.send()
  }

  whole(status: number, headers: IncomingHttpHeaders, body: Buffer): void {
    this.#options.onOutcome?.()
    const { method, headers: asked } = this.#request
    const head = this.#head(headers)
    // What a write answers may hold a token.
    const sent =
      method === 'GET' ? forClient(asked['accept-encoding'], status, head, body) : { headers: head, body }
    sendWhole(this.#reply, status, sent.headers, sent.body)
  }

  begin(status: number, headers: IncomingHttpHeaders): void {
    this.#options.onOutcome?.()
    this.#reply.hijack()
    this.#raw.writeHead(status, this.#head(headers))
    this.#raw.on('drain', () => this.#exchange?.resume())
  }

  write(chunk: Buffer): boolean {
    return this.#raw.write(chunk)
  }

  end(): void {
    this.#raw.end()
  }

  breakOff(error: Error): void {
    if (!this.#raw.destroyed) this.#request.log.warn({ err: error }, 'a reply broke off')
    this.#raw.destroy()
  }

  fail(error: Error): void {
    this.#options.onOutcome?.()
    // Nobody reads on: what still comes of the body is thrown away, and the client hears why.
    if (this.#request.body instanceof Readable) this.#request.body.destroy()
    this.#reply.send(error instanceof DomainError ? error : upstreamFault(error, this.#raw))
  }

  #head(headers: IncomingHttpHeaders) {
    return replyHead(this.#request, this.#reply, this.#options.protection, headers)
  }
}
