import { Readable } from 'node:stream'
import { type ProgressChange, progressChangeEvent } from '@rehearse/contracts'

/** Bytes that may wait for a reader; one who is slower is cut off, and goes on later from where they stopped. */
const largestBacklog = 64 * 1024

/** One open connection of a learner: server-sent events, as the HTML standard has them. */
export class LiveStream extends Readable {
  readonly learnerId: string
  readonly token: string
  /** The last position that this reader knows of. */
  position: number
  /** Is being told what was before it came. */
  isCatchingUp = true
  /** Something happened while it was catching up. */
  isBehind = false

  constructor({ learnerId, token, position }: { learnerId: string; token: string; position: number }) {
    super({ read: () => {} })
    this.learnerId = learnerId
    this.token = token
    this.position = position
  }

  /** @param position of the log, from which the reader can go on */
  tell(position: number, change: ProgressChange): void {
    if (position <= this.position) return
    this.position = position
    this.#write(`id: ${position}\nevent: ${progressChangeEvent}\ndata: ${JSON.stringify(change)}\n\n`)
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
    this.push(null)
  }

  #write(text: string): void {
    if (this.readableLength > largestBacklog) this.destroy()
    else if (!this.destroyed && !this.readableEnded) this.push(text)
  }
}
