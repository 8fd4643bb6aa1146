import { expect, test, vi } from 'vitest'
import { groupBy } from './group-by'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Expect<T extends true> = T

interface Order {
  id: number
  status: 'open' | 'paid'
}

const orders: readonly Order[] = Object.freeze([
  { id: 1, status: 'open' },
  { id: 2, status: 'paid' },
  { id: 3, status: 'open' },
])

test('collects the items of each key in their order', () => {
  expect({ ...groupBy(orders, (order) => order.status) }).toEqual({
    open: [orders[0], orders[2]],
    paid: [orders[1]],
  })
})

test('returns an empty object for no items', () => {
  expect(Object.keys(groupBy([], String))).toEqual([])
})

test('takes numbers as keys', () => {
  expect({ ...groupBy(['a', 'to', 'be', 'cat'], (word) => word.length) }).toEqual({
    1: ['a'],
    2: ['to', 'be'],
    3: ['cat'],
  })
})

test('passes the index', () => {
  const rows = groupBy(['a', 'b', 'c', 'd', 'e'], (_, index) => Math.floor(index / 2))
  expect({ ...rows }).toEqual({ 0: ['a', 'b'], 1: ['c', 'd'], 2: ['e'] })
})

test('calls toKey once per item', () => {
  const toKey = vi.fn((order: Order) => order.status)
  groupBy(orders, toKey)
  expect(toKey.mock.calls.length).toBe(3)
})

test('treats names of inherited properties as keys', () => {
  const groups = groupBy(['constructor', '__proto__', 'toString', 'constructor'], (word) => word)
  expect(Object.entries(groups)).toEqual([
    ['constructor', ['constructor', 'constructor']],
    ['__proto__', ['__proto__']],
    ['toString', ['toString']],
  ])
})

test('groups 100,000 items with one key', () => {
  const groups = groupBy(Array.from({ length: 100_000 }, (_, n) => n), () => 'all')
  expect(groups.all?.length).toBe(100_000)
})

const byStatus = groupBy(orders, (order) => order.status)
const byLength = groupBy(['a'], (word) => word.length)
export type Cases = [
  Expect<Equal<typeof byStatus, Partial<Record<'open' | 'paid', Order[]>>>>,
  Expect<Equal<typeof byLength, Partial<Record<number, string[]>>>>,
]

export function errors() {
  // @ts-expect-error no order can have this status
  byStatus.closed
  // @ts-expect-error the group may be missing
  byStatus.open.length
  // @ts-expect-error an object can't be a key
  groupBy(orders, (order) => order)
}
