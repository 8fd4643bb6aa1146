export class PriorityQueue<T> {
  readonly #compare: (one: T, other: T) => number
  readonly #items: T[]

  constructor(compare: (one: T, other: T) => number, items: Iterable<T> = []) {
    this.#compare = compare
    this.#items = [...items]
    for (let at = Math.floor(this.size / 2) - 1; at >= 0; at -= 1) this.#sink(at)
  }

  get size(): number {
    return this.#items.length
  }

  peek(): T | undefined {
    return this.#items[0]
  }

  push(item: T): void {
    this.#items.push(item)
    this.#rise(this.size - 1)
  }

  pop(): T | undefined {
    const first = this.#items[0]
    const last = this.#items.pop() as T
    if (this.size > 0) {
      this.#items[0] = last
      this.#sink(0)
    }
    return first
  }

  /** Swaps an item with its parent while it comes before it. */
  #rise(at: number): void {
    const parent = Math.floor((at - 1) / 2)
    if (parent < 0 || !this.#isBefore(at, parent)) return
    this.#swap(at, parent)
    this.#rise(parent)
  }

  /** Swaps an item with the first of its children as long as that comes before it. */
  #sink(at: number): void {
    let first = at
    for (const child of [2 * at + 1, 2 * at + 2]) {
      if (child < this.size && this.#isBefore(child, first)) first = child
    }
    if (first === at) return
    this.#swap(at, first)
    this.#sink(first)
  }

  #isBefore(one: number, other: number): boolean {
    return this.#compare(this.#items[one], this.#items[other]) < 0
  }

  #swap(one: number, other: number): void {
    const item = this.#items[one]
    this.#items[one] = this.#items[other]
    this.#items[other] = item
  }
}
