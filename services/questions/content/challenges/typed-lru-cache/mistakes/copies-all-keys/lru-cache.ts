export class LruCache<Key, Value> {
  readonly #entries = new Map<Key, Value>()
  readonly #capacity: number

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
    const value = this.#entries.get(key)
    // Deleting and adding moves the entry to the end.
    if (this.#entries.delete(key)) this.#entries.set(key, value as Value)
    return value
  }

  set(key: Key, value: Value): this {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    if (this.#entries.size > this.#capacity) {
      const [oldest] = [...this.#entries.keys()]
      this.#entries.delete(oldest as Key)
    }
    return this
  }

  delete(key: Key): boolean {
    return this.#entries.delete(key)
  }

  [Symbol.iterator](): IterableIterator<[Key, Value]> {
    return this.#entries.entries()
  }
}
