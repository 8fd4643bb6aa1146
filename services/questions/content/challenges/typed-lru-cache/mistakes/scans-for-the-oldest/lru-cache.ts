export class LruCache<Key, Value> {
  readonly #entries = new Map<Key, { value: Value; usedAt: number }>()
  readonly #capacity: number
  #uses = 0

  constructor(capacity: number) {
    if (!Number.isInteger(capacity) || capacity < 1) throw new RangeError('The capacity must be a positive integer')
    this.#capacity = capacity
  }

  get size(): number {
    return this.#entries.size
  }

  has(key: Key): boolean {
    return this.#entries.has(key)
  }

  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key)
    if (entry) entry.usedAt = this.#uses++
    return entry?.value
  }

  set(key: Key, value: Value): this {
    this.#entries.set(key, { value, usedAt: this.#uses++ })
    if (this.#entries.size > this.#capacity) {
      let oldest = { key, usedAt: this.#uses }
      this.#entries.forEach(({ usedAt }, key) => {
        if (usedAt < oldest.usedAt) oldest = { key, usedAt }
      })
      this.#entries.delete(oldest.key)
    }
    return this
  }

  delete(key: Key): boolean {
    return this.#entries.delete(key)
  }

  *[Symbol.iterator](): Generator<[Key, Value]> {
    const entries = [...this.#entries].sort(([, one], [, other]) => one.usedAt - other.usedAt)
    for (const [key, { value }] of entries) yield [key, value]
  }
}
