export class PriorityQueue<T> {
  constructor(compare: (one: T, other: T) => number, items: Iterable<T> = []) {}
}
