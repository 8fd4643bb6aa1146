export interface ListNode<T> {
  value: T
  next: ListNode<T> | null
}

export class LinkedList<T> {
  head: ListNode<T> | null = null
  tail: ListNode<T> | null = null

  append(value: T): this {
    const node: ListNode<T> = { value, next: null }
    if (this.tail) this.tail.next = node
    else this.head = node
    this.tail = node
    return this
  }

  remove(value: T): boolean {
    let before: ListNode<T> | null = null
    for (let node = this.head; node; node = node.next) {
      if (node.value === value) {
        if (before) before.next = node.next
        else this.head = node.next
        if (node === this.tail) this.tail = before
        return true
      }
      before = node
    }
    return false
  }

  reverse(): this {
    let before: ListNode<T> | null = null
    let node = this.head
    this.tail = this.head
    while (node) {
      const { next }: ListNode<T> = node
      node.next = before
      before = node
      node = next
    }
    this.head = before
    return this
  }

  *[Symbol.iterator](): Generator<T> {
    for (let node = this.head; node; node = node.next) yield node.value
  }
}
