export interface ListNode<T> {
  value: T
  next: ListNode<T> | null
}

export class LinkedList<T> implements Iterable<T> {
  readonly #sentinel: { next: ListNode<T> | null } = { next: null }
  #tail: ListNode<T> | null = null

  get head(): ListNode<T> | null {
    return this.#sentinel.next
  }

  get tail(): ListNode<T> | null {
    return this.#tail
  }

  append(value: T): this {
    const node: ListNode<T> = { value, next: null }
    const last = this.#tail ?? this.#sentinel
    last.next = node
    this.#tail = node
    return this
  }

  remove(value: T): boolean {
    let before: { next: ListNode<T> | null } = this.#sentinel
    while (before.next && before.next.value !== value) before = before.next
    const removed = before.next
    if (!removed) return false
    before.next = removed.next
    if (removed === this.#tail) this.#tail = before === this.#sentinel ? null : (before as ListNode<T>)
    return true
  }

  reverse(): this {
    let rest = this.head
    this.#tail = rest
    this.#sentinel.next = null
    while (rest) {
      const node: ListNode<T> = rest
      rest = rest.next
      node.next = this.#sentinel.next
      this.#sentinel.next = node
    }
    return this
  }

  [Symbol.iterator](): Iterator<T> {
    let node = this.head
    return {
      next: () => {
        if (!node) return { done: true, value: undefined }
        const { value } = node
        node = node.next
        return { done: false, value }
      },
    }
  }
}
