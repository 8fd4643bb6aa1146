import { describe, expect, test } from 'vitest'
import { PriorityQueue } from './priority-queue'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const sameType = <A, B>(_equal: Equal<A, B>) => undefined

const ascending = (one: number, other: number) => one - other

/** Pops all items, at most 2,000. */
function drain<T>(queue: PriorityQueue<T>): (T | undefined)[] {
  const items: (T | undefined)[] = []
  while (queue.size > 0 && items.length < 2_000) items.push(queue.pop())
  return items
}

/** The same numbers each time, in no order. */
function randomNumbers(length: number): number[] {
  let seed = 42
  return Array.from({ length }, () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % 1_000
  })
}

/** Counts its calls. `most` is the largest count of one step. */
function counter() {
  let calls = 0
  const count = (one: number, other: number) => {
    calls += 1
    return one - other
  }
  const callsOf = (step: () => unknown) => {
    const before = calls
    step()
    return calls - before
  }
  return { count, callsOf }
}

test('pops the item that comes first', () => {
  const queue = new PriorityQueue<number>(ascending)
  for (const n of [5, 3, 8, 1, 9, 2, 7]) queue.push(n)
  expect(drain(queue)).toEqual([1, 2, 3, 5, 7, 8, 9])
})

test('compare decides what comes first', () => {
  const longest = new PriorityQueue<string>((one, other) => other.length - one.length)
  for (const word of ['to', 'banana', 'a', 'pear']) longest.push(word)
  expect(drain(longest)).toEqual(['banana', 'pear', 'to', 'a'])
  const numbers = new PriorityQueue<number>((one, other) => (one === other ? 0 : one < other ? 1 : -1), [2, 10, -1, 0])
  expect(drain(numbers)).toEqual([10, 2, 0, -1])
  expect(drain(new PriorityQueue<number>(ascending, [0.3, 0.1, 0.4, 0.2, 90, 0.15]))).toEqual([0.1, 0.15, 0.2, 0.3, 0.4, 90])
})

test('items that are equal stay separate', () => {
  const queue = new PriorityQueue<number>(ascending, [3, 1, 3, 1, 2, 3])
  expect(drain(queue)).toEqual([1, 1, 2, 3, 3, 3])
  const jobs = new PriorityQueue<{ name: string }>(() => 0, [{ name: 'a' }, { name: 'b' }, { name: 'c' }])
  const names = drain(jobs).map((job) => job?.name)
  expect(names.sort()).toEqual(['a', 'b', 'c'])
})

test('an empty queue returns undefined', () => {
  const queue = new PriorityQueue<number>(ascending)
  expect([queue.peek(), queue.pop(), queue.pop(), queue.size]).toEqual([undefined, undefined, undefined, 0])
  queue.push(1)
  expect([queue.pop(), queue.pop(), queue.peek(), queue.size]).toEqual([1, undefined, undefined, 0])
  queue.push(3)
  queue.push(2)
  expect(drain(queue)).toEqual([2, 3])
})

test('peek leaves the item in the queue', () => {
  const queue = new PriorityQueue<number>(ascending, [4, 2])
  expect([queue.peek(), queue.peek(), queue.size]).toEqual([2, 2, 2])
  queue.push(1)
  expect([queue.peek(), queue.pop(), queue.peek()]).toEqual([1, 1, 2])
})

test('size is the number of items', () => {
  const queue = new PriorityQueue<number>(ascending, [7, 7])
  const sizes = [queue.size]
  queue.push(1)
  sizes.push(queue.size)
  for (let n = 0; n < 3; n += 1) {
    queue.pop()
    sizes.push(queue.size)
  }
  expect(sizes).toEqual([2, 3, 2, 1, 0])
})

test('items can be falsy', () => {
  expect(drain(new PriorityQueue<number>(ascending, [1, 0, -1, 0]))).toEqual([-1, 0, 0, 1])
  const words = new PriorityQueue<string>((one, other) => one.length - other.length, ['b', '', 'cc'])
  expect([words.peek(), words.pop(), words.size]).toEqual(['', '', 2])
})

test('takes the items of any iterable', () => {
  expect(drain(new PriorityQueue<number>(ascending, new Set([2, 3, 1])))).toEqual([1, 2, 3])
  function* generate() {
    yield 2
    yield 1
  }
  expect(drain(new PriorityQueue<number>(ascending, generate()))).toEqual([1, 2])
})

test('leaves the array that it got unchanged', () => {
  const items = [3, 1, 2]
  const queue = new PriorityQueue<number>(ascending, items)
  queue.push(0)
  queue.pop()
  expect(items).toEqual([3, 1, 2])
  items.push(-1)
  expect(drain(queue)).toEqual([1, 2, 3])
})

test('works for lists of any length', () => {
  for (let length = 0; length <= 20; length += 1) {
    const items = randomNumbers(length)
    const pushed = new PriorityQueue<number>(ascending)
    for (const item of items) pushed.push(item)
    const sorted = items.toSorted(ascending)
    expect(drain(new PriorityQueue<number>(ascending, items))).toEqual(sorted)
    expect(drain(pushed)).toEqual(sorted)
  }
})

test('works when push and pop alternate', () => {
  const queue = new PriorityQueue<number>(ascending)
  const expected: number[] = []
  for (const n of randomNumbers(300)) {
    if (n % 3 === 0) {
      expect(queue.pop()).toBe(expected.shift())
    } else {
      queue.push(n)
      expected.push(n)
      expected.sort(ascending)
    }
    expect(queue.peek()).toBe(expected[0])
  }
  expect(drain(queue)).toEqual(expected)
})

describe('complexity', () => {
  // A heap of 1,000 items has 10 levels. Four comparisons per level are more than enough.
  const most = 40

  test('push takes O(log n)', () => {
    for (const direction of [1, -1]) {
      const { count, callsOf } = counter()
      const queue = new PriorityQueue<number>(count)
      for (let n = 0; n < 1_000; n += 1) expect(callsOf(() => queue.push(n * direction))).toBeLessThanOrEqual(most)
      expect(queue.peek()).toBe(direction === 1 ? 0 : -999)
    }
  })

  test('pop takes O(log n)', () => {
    const { count, callsOf } = counter()
    const items = randomNumbers(1_000)
    const queue = new PriorityQueue<number>(count, items)
    for (const item of items.toSorted(ascending)) {
      expect(callsOf(() => expect(queue.pop()).toBe(item))).toBeLessThanOrEqual(most)
    }
  })

  test('creating a queue takes O(n)', () => {
    const descending = Array.from({ length: 1_000 }, (_, n) => 1_000 - n)
    for (const items of [descending, randomNumbers(1_000)]) {
      const { count, callsOf } = counter()
      let queue = new PriorityQueue<number>(count)
      expect(callsOf(() => (queue = new PriorityQueue<number>(count, items)))).toBeLessThanOrEqual(4_000)
      expect(queue.size).toBe(1_000)
    }
  })

  test('does not move the other items', () => {
    const names = ['splice', 'toSpliced', 'shift', 'unshift'].map((name) => `Array.prototype.${name}`)
    const queue = new PriorityQueue<number>(ascending, [5, 4, 3])
    const before = names.map(countCalls)
    queue.push(1)
    const popped = [queue.pop(), queue.pop()]
    expect(names.map(countCalls)).toEqual(before)
    expect(popped).toEqual([1, 3])
  })
})

describe('types', () => {
  test('follow from the type parameter', () => {
    const queue = new PriorityQueue((one: { at: number }, other: { at: number }) => one.at - other.at)
    const [popped, peeked] = [queue.pop(), queue.peek()]
    sameType<typeof popped, { at: number } | undefined>(true)
    sameType<typeof peeked, { at: number } | undefined>(true)
    sameType<typeof queue.size, number>(true)
    queue.push({ at: 1 })
    expect(queue.size).toBe(1)
  })
})

export function errors(queue: PriorityQueue<number>) {
  // @ts-expect-error The item has another type.
  queue.push('a')
  // @ts-expect-error The items have another type.
  new PriorityQueue<number>(ascending, ['a'])
}
