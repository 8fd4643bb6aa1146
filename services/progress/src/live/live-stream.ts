import { type ProgressChange, progressChangeEvent } from '@rehearse/contracts'
import { EventStream } from '@rehearse/service-kit'

/** One open connection of a learner. Whoever is cut off goes on later from where they stopped. */
export class LiveStream extends EventStream {
  readonly learnerId: string
  readonly token: string
  /** The last position that this reader knows of; -1 for a new one. */
  position: number
  /** Is being told what was before it came. */
  isCatchingUp = true
  /** Something happened while it was catching up. */
  isBehind = false

  constructor({ learnerId, token, position }: { learnerId: string; token: string; position: number }) {
    super()
    this.learnerId = learnerId
    this.token = token
    this.position = position
  }

  /** @param position of the log, from which the reader can go on */
  tell(position: number, change: ProgressChange): void {
    if (position <= this.position) return
    this.position = position
    this.message(progressChangeEvent, change, position)
  }
}
