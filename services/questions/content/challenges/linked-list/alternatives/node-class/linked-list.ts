export interface ListNode<T> {
  value: T
  next: ListNode<T> | null
}

class Node<T> implements ListNode<T> {
  next: ListNode<T> | null = null
  constructor(public value: T) {}
}

export class LinkedList<T> {
  public head: ListNode<T> | null = null
  public tail: ListNode<T> | null = null

  append(value: T): LinkedList<T> {
    const node = new Node(value)
    if (this.head === null || this.tail === null) {
      this.head = this.tail = node
    } else {
      this.tail = this.tail.next = node
    }
    return this
  }

  remove(value: T): boolean {
    if (this.head === null) return false
    if (this.head.value === value) {
      this.head = this.head.next
      if (this.head === null) this.tail = null
      return true
    }
    let current = this.head
    while (current.next !== null) {
      if (current.next.value === value) {
        if (current.next === this.tail) this.tail = current
        current.next = current.next.next
        return true
      }
      current = current.next
    }
    return false
  }

  reverse(): LinkedList<T> {
    let previous: ListNode<T> | null = null
    let current = this.head
    while (current !== null) {
      ;[current.next, previous, current] = [previous, current, current.next]
    }
    ;[this.head, this.tail] = [this.tail, this.head]
    return this
  }

  *values(): IterableIterator<T> {
    let current = this.head
    while (current !== null) {
      yield current.value
      current = current.next
    }
  }

  [Symbol.iterator](): IterableIterator<T> {
    return this.values()
  }
}
