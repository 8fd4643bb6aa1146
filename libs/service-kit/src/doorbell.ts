import { delay } from './delay.ts'

/** Wakes one who waits. Rung while nobody waits, it is heard by the next; rung many times, it is heard once. */
export class Doorbell {
  #rung = false
  #answer: (() => void) | null = null

  ring(): void {
    this.#rung = true
    this.#answer?.()
  }

  /** Resolves when it is rung, or after `ms` milliseconds. */
  async wait(ms: number): Promise<void> {
    if (!this.#rung) {
      const rung = new AbortController()
      this.#answer = () => rung.abort()
      await delay(ms, rung.signal)
      this.#answer = null
    }
    this.#rung = false
  }
}
