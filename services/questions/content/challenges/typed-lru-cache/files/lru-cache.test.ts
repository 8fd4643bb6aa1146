import { describe, expect, test } from 'vitest'
import { LruCache } from './lru-cache'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const sameType = <A, B>(_equal: Equal<A, B>) => undefined

const create = () => new LruCache<string, number | undefined>(3).set('a', 1).set('b', 2).set('c', 3)
const keys = (cache: LruCache<string, number | undefined>) => [...cache].map(([key]) => key).join('')

test('stores values', () => {
  const cache = create()
  expect([cache.get('a'), cache.get('b'), cache.get('x'), cache.size]).toEqual([1, 2, undefined, 3])
})

test('removes the entry that was added first', () => {
  const cache = create().set('d', 4)
  expect(keys(cache)).toBe('bcd')
  expect(cache.size).toBe(3)
})

test('get makes an entry the most recently used', () => {
  const cache = create()
  cache.get('a')
  expect(keys(cache)).toBe('bca')
  cache.set('d', 4)
  expect(keys(cache)).toBe('cad')
})

test('set makes an existing entry the most recently used', () => {
  const cache = create().set('a', 9)
  expect([...cache]).toEqual([
    ['b', 2],
    ['c', 3],
    ['a', 9],
  ])
})

test('has is no use', () => {
  const cache = create()
  expect([cache.has('a'), cache.has('x')]).toEqual([true, false])
  expect(keys(cache)).toBe('abc')
})

test('get of a missing key changes nothing', () => {
  const cache = create()
  cache.get('x')
  expect(keys(cache)).toBe('abc')
  expect(cache.has('x')).toBe(false)
})

test('delete', () => {
  const cache = create()
  expect([cache.delete('b'), cache.delete('b')]).toEqual([true, false])
  expect(keys(cache.set('d', 4))).toBe('acd')
})

test('undefined is a value', () => {
  const cache = create().set('a', undefined)
  cache.set('b', undefined)
  expect(cache.get('a')).toBe(undefined)
  expect(keys(cache)).toBe('cba')
  expect([cache.has('a'), cache.delete('a'), cache.size]).toEqual([true, true, 2])
})

test('keys can be falsy', () => {
  const cache = new LruCache<number | string, string>(2).set(0, 'zero').set('', 'empty').set(1, 'one')
  expect([...cache]).toEqual([
    ['', 'empty'],
    [1, 'one'],
  ])
})

test('get and set search no list', () => {
  const methods = ['find', 'findIndex', 'findLast', 'findLastIndex', 'indexOf', 'lastIndexOf', 'includes', 'some']
  const names = [...methods, 'filter', 'splice', 'toSpliced', 'shift', 'unshift'].map((name) => `Array.prototype.${name}`)
  const cache = create()
  const before = names.map(countCalls)
  for (let n = 0; n < 20; n += 1) cache.set(`k${n}`, n).get(`k${n - 1}`)
  expect(names.map(countCalls)).toEqual(before)
  expect(keys(cache)).toBe('k17k19k18')
})

test('get and set take no longer in a large cache', () => {
  const cache = new LruCache<number, number>(1_000)
  for (let n = 0; n < 1_000; n += 1) cache.set(n, n)
  const counts = () => ['MapIterator.next', 'SetIterator.next', 'Map.prototype.forEach', 'Set.prototype.forEach'].map(countCalls)
  const before = counts()
  for (let n = 0; n < 100; n += 1) cache.set(1_000 + n, n).get(500 + n)
  const [map = 0, set = 0, ...forEach] = counts().map((count, index) => count - (before[index] ?? 0))
  // The entries visited by loops, spreading, and copying. To look at the first ones is fine.
  expect(map + set).toBeLessThanOrEqual(100 * 4)
  expect(forEach).toEqual([0, 0])
  expect([cache.size, cache.has(99), cache.has(100)]).toEqual([1_000, false, true])
})

test('a capacity of one', () => {
  expect([...new LruCache<string, number>(1).set('a', 1).set('b', 2)]).toEqual([['b', 2]])
})

test.each([0, -1, 1.5, Number.NaN, Infinity])('rejects the capacity %d', (capacity) => {
  expect(() => new LruCache<string, number>(capacity)).toThrow(RangeError)
})

describe('types', () => {
  test('follow from the type parameters', () => {
    const cache = new LruCache<'light' | 'dark', { id: number }>(2)
    sameType<ReturnType<typeof cache.get>, { id: number } | undefined>(true)
    for (const entry of cache) sameType<typeof entry, ['light' | 'dark', { id: number }]>(true)
    // @ts-expect-error There is no such key.
    cache.get('blue')
    // @ts-expect-error The value has another type.
    cache.set('light', 1)
    expect(() => {
      // @ts-expect-error The size can't be assigned.
      cache.size = 5
    }).toThrow(TypeError)
  })
})
