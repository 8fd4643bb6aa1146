import { Readable } from 'node:stream'

/** Bytes that may be buffered for a reader; a slower one is disconnected and reconnects when it can. */
const largestBacklog = 64 * 1024

/** Server-sent events to one reader, as the HTML standard has them: to be sent as the body of a reply. */
export class EventStream extends Readable {
  /** Its end was said, and may wait for the reader behind all that was said before. */
  #isEnded = false

  constructor() {
    super({ read: () => {} })
  }

  /** @param id by which the reader can go on after it */
  message(event: string, data: object, id?: number): void {
    const place = id === undefined ? '' : `id: ${id}\n`
    this.#write(`${place}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  /** A comment: shows everybody between us and the reader that the connection lives. */
  beat(): void {
    this.#write(':\n\n')
  }

  /** Tells how long to wait before coming back. */
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
