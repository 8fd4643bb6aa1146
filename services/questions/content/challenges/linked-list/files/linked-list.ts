export interface ListNode<T> {
  value: T
  next: ListNode<T> | null
}

export class LinkedList<T> {
  head: ListNode<T> | null = null
  tail: ListNode<T> | null = null

  append(value: T) {
    throw new Error('Not implemented yet')
  }
}
