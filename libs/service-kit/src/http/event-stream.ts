import { Readable } from 'node:stream'

/** Bytes that may be buffered for a reader; a slower one is disconnected and reconnects when it can. */
const largestBacklog = 64 * 1024

/** Server-sent events for one reader, as specified by the HTML standard, to be sent as the response body. */
export class EventStream extends Readable {
  /** Set once the stream is ended; buffered messages may still be unread. */
  #isEnded = false

  constructor() {
    super({ read: () => {} })
  }

  /** @param id the id from which the reader can resume */
  message(event: string, data: object, id?: number): void {
    const place = id === undefined ? '' : `id: ${id}\n`
    this.#write(`${place}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  /** Sends a comment that shows the reader and every proxy in between that the connection is alive. */
  beat(): void {
    this.#write(':\n\n')
  }

  /** Sends the time to wait before reconnecting. */
  greet(milliseconds: number): void {
    this.#write(`retry: ${milliseconds}\n\n`)
  }

  end(): void {
    this.#isEnded = true
    this.push(null)
  }

  #write(text: string): void {
    if (this.readableLength > largestBacklog) this.destroy()
    else if (!this.destroyed && !this.#isEnded) this.push(text)
  }
}
