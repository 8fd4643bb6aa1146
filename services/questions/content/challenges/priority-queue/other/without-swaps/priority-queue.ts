export class PriorityQueue<T> {
  private readonly heap: T[] = []

  constructor(
    private readonly compare: (one: T, other: T) => number,
    items: Iterable<T> = [],
  ) {
    this.heap = Array.from(items)
    for (let at = (this.heap.length >> 1) - 1; at >= 0; at--) this.place(this.heap[at], at)
  }

  get size() {
    return this.heap.length
  }

  peek(): T | undefined {
    return this.heap.at(0)
  }

  push(item: T): void {
    let at = this.heap.length
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (this.compare(item, this.heap[parent]) >= 0) break
      this.heap[at] = this.heap[parent]
      at = parent
    }
    this.heap[at] = item
  }

  pop(): T | undefined {
    if (this.heap.length < 2) return this.heap.pop()
    const [first] = this.heap
    this.place(this.heap.pop() as T, 0)
    return first
  }

  /** Puts an item at a free position, or below it. */
  private place(item: T, at: number): void {
    const { compare, heap } = this
    const firstLeaf = heap.length >> 1
    while (at < firstLeaf) {
      let child = 2 * at + 1
      if (child + 1 < heap.length && compare(heap[child + 1], heap[child]) < 0) child += 1
      if (compare(item, heap[child]) <= 0) break
      heap[at] = heap[child]
      at = child
    }
    heap[at] = item
  }
}
