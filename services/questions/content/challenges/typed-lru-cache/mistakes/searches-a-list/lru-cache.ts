export class LruCache<Key, Value> {
  #entries: [Key, Value][] = []
  readonly #capacity: number

  constructor(capacity: number) {
    if (!Number.isInteger(capacity) || capacity < 1) throw new RangeError('The capacity must be a positive integer')
    this.#capacity = capacity
  }

  get size(): number {
    return this.#entries.length
  }

  has(key: Key): boolean {
    return this.#entries.some(([other]) => other === key)
  }

  get(key: Key): Value | undefined {
    const index = this.#entries.findIndex(([other]) => other === key)
    if (index < 0) return undefined
    const [entry] = this.#entries.splice(index, 1)
    if (entry) this.#entries.push(entry)
    return entry?.[1]
  }

  set(key: Key, value: Value): this {
    this.delete(key)
    this.#entries.push([key, value])
    if (this.#entries.length > this.#capacity) this.#entries.shift()
    return this
  }

  delete(key: Key): boolean {
    const { length } = this.#entries
    this.#entries = this.#entries.filter(([other]) => other !== key)
    return this.#entries.length < length
  }

  [Symbol.iterator](): IterableIterator<[Key, Value]> {
    return this.#entries.values()
  }
}
