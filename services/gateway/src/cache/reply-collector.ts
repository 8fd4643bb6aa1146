import type { IncomingHttpHeaders } from 'node:http'
import type { Receiver } from '../forwarding/receiver.ts'
import { type KeptReply, keptReply } from './kept-reply.ts'

/** Collects an upstream's reply for several who wait for it. */
export class ReplyCollector implements Receiver {
  readonly #outcome = Promise.withResolvers<KeptReply>()
  readonly #chunks: Buffer[] = []
  #status = 0
  #headers: IncomingHttpHeaders = {}

  get reply(): Promise<KeptReply> {
    return this.#outcome.promise
  }

  whole(status: number, headers: IncomingHttpHeaders, body: Buffer): void {
    this.#outcome.resolve(keptReply(status, headers, body))
  }

  begin(status: number, headers: IncomingHttpHeaders): void {
    this.#status = status
    this.#headers = headers
  }

  write(chunk: Buffer): boolean {
    this.#chunks.push(chunk)
    return true
  }

  end(): void {
    this.whole(this.#status, this.#headers, Buffer.concat(this.#chunks))
  }

  breakOff(error: Error): void {
    this.fail(error)
  }

  fail(error: Error): void {
    this.#outcome.reject(error)
  }
}
