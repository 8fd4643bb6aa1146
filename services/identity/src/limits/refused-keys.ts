/** Keys remembered at most; the oldest is forgotten first. */
const capacity = 10_000

/** What was refused is refused again without asking the database until its minute ends: a flood must cost nothing. */
export class RefusedKeys {
  /** When each may come again, in milliseconds on the clock that is asked by; in the order of refusal. */
  readonly #until = new Map<string, number>()

  /** @returns seconds until the key may come again; 0 when it may now */
  secondsLeft(key: Buffer, now: number): number {
    const until = this.#until.get(key.toString('base64'))
    return until === undefined ? 0 : Math.max(0, Math.ceil((until - now) / 1_000))
  }

  refuse(key: Buffer, seconds: number, now: number): void {
    const name = key.toString('base64')
    this.#until.delete(name)
    this.#until.set(name, now + seconds * 1_000)
    const [oldest] = this.#until.keys()
    if (this.#until.size > capacity && oldest !== undefined) this.#until.delete(oldest)
  }
}
