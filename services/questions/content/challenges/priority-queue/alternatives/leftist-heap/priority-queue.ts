interface Tree<T> {
  item: T
  rank: number
  left: Tree<T> | null
  right: Tree<T> | null
}

/** A leftist heap: the right spine of each tree is the shortest way to a leaf. */
export class PriorityQueue<T> {
  size = 0
  #root: Tree<T> | null = null
  #compare: (one: T, other: T) => number

  constructor(compare: (one: T, other: T) => number, items: Iterable<T> = []) {
    this.#compare = compare
    let trees = Array.from(items, (item): Tree<T> => ({ item, rank: 1, left: null, right: null }))
    this.size = trees.length
    while (trees.length > 1) {
      const merged: Tree<T>[] = []
      for (let at = 0; at < trees.length; at += 2) {
        merged.push(this.#merge(trees[at], trees[at + 1] ?? null) as Tree<T>)
      }
      trees = merged
    }
    this.#root = trees[0] ?? null
  }

  peek(): T | undefined {
    return this.#root?.item
  }

  push(item: T): this {
    this.#root = this.#merge(this.#root, { item, rank: 1, left: null, right: null })
    this.size += 1
    return this
  }

  pop(): T | undefined {
    const root = this.#root
    if (!root) return undefined
    this.#root = this.#merge(root.left, root.right)
    this.size -= 1
    return root.item
  }

  #merge(one: Tree<T> | null, other: Tree<T> | null): Tree<T> | null {
    if (!one || !other) return one ?? other
    const [first, second] = this.#compare(one.item, other.item) <= 0 ? [one, other] : [other, one]
    const right = this.#merge(first.right, second)
    const [shorter, longer] =
      (first.left?.rank ?? 0) < (right?.rank ?? 0) ? [first.left, right] : [right, first.left]
    return { item: first.item, rank: (shorter?.rank ?? 0) + 1, left: longer, right: shorter }
  }
}
