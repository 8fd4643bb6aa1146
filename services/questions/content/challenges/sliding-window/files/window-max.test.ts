import { describe, expect, test } from 'vitest'
import { windowMax } from './window-max'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const sameType = <A, B>(_equal: Equal<A, B>) => undefined

const ascending = (one: number, other: number) => one - other

/** The same numbers each time, in no order. */
function randomNumbers(length: number, most: number): number[] {
  let seed = 11
  return Array.from({ length }, () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % most
  })
}

describe('windows', () => {
  test('the largest item of each window', () => {
    expect(windowMax([1, 3, 2, 5, 4, 1], 3, ascending)).toEqual([3, 5, 5, 5])
    expect(windowMax([9, 1, 1, 8, 1, 1, 7], 2, ascending)).toEqual([9, 1, 8, 8, 1, 7])
  })

  test('a peak leaves the window', () => {
    expect(windowMax([9, 8, 7, 6, 5], 2, ascending)).toEqual([9, 8, 7, 6])
    expect(windowMax([9, 1, 2, 3, 1, 1, 1], 3, ascending)).toEqual([9, 3, 3, 3, 1])
    expect(windowMax([5, 1, 4, 2, 3, 0, 0, 0], 4, ascending)).toEqual([5, 4, 4, 3, 3])
  })

  test('rising items', () => {
    expect(windowMax([1, 2, 3, 4, 5], 3, ascending)).toEqual([3, 4, 5])
  })

  test('windows of one item', () => {
    expect(windowMax([3, 1, 2, 2], 1, ascending)).toEqual([3, 1, 2, 2])
  })

  test('one window with all items', () => {
    expect(windowMax([2, 7, 4], 3, ascending)).toEqual([7])
    expect(windowMax([7], 1, ascending)).toEqual([7])
  })

  test('fewer items than the size give no window', () => {
    expect(windowMax([1, 2, 3], 4, ascending)).toEqual([])
    expect(windowMax([], 1, ascending)).toEqual([])
  })

  test('items can be negative or zero', () => {
    expect(windowMax([-3, -1, -2, -5, -4], 2, ascending)).toEqual([-1, -1, -2, -4])
    expect(windowMax([0, -1, 0, -2, -3, -4], 3, ascending)).toEqual([0, 0, 0, -2])
  })

  test('the same as looking at each window', () => {
    for (const size of [1, 2, 3, 5, 8]) {
      for (const length of [0, 4, 8, 9, 60]) {
        const items = randomNumbers(length, 10)
        const starts = Array.from({ length: Math.max(length - size + 1, 0) }, (_, start) => start)
        const expected = starts.map((start) => Math.max(...items.slice(start, start + size)))
        expect(windowMax(items, size, ascending)).toEqual(expected)
      }
    }
  })
})

describe('compare', () => {
  test('decides which item is the largest', () => {
    const byLength = (one: string, other: string) => one.length - other.length
    expect(windowMax(['to', 'tomorrow', 'a', 'on', 'z'], 2, byLength)).toEqual(['tomorrow', 'tomorrow', 'on', 'on'])
    expect(windowMax([4, 1, 3, 5], 2, (one, other) => other - one)).toEqual([1, 1, 3])
  })

  test('its result can be any number', () => {
    const signs = (one: number, other: number) => (one === other ? 0 : one < other ? -0.25 : 17)
    expect(windowMax([1, 3, 2, 5, 4, 1], 3, signs)).toEqual([3, 5, 5, 5])
  })

  test('the first of equal items counts', () => {
    const items = [2, 5, 5, 1, 5].map((value, index) => ({ value, index }))
    const largest = windowMax(items, 3, (one, other) => one.value - other.value)
    expect(largest.map(({ index }) => index)).toEqual([1, 1, 2])
    expect(largest[0]).toBe(items[1])
    const equal = Array.from({ length: 9 }, (_, index) => ({ index }))
    expect(windowMax(equal, 4, () => 0).map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5])
  })
})

test.each([0, -1, 1.5, Number.NaN, Infinity])('rejects the size %d', (size) => {
  expect(() => windowMax([1, 2, 3], size, ascending)).toThrow(RangeError)
  expect(() => windowMax([], size, ascending)).toThrow(RangeError)
})

test('the items stay unchanged', () => {
  const items = Object.freeze([3, 1, 2])
  expect(windowMax(items, 2, ascending)).toEqual([3, 2])
  expect(items).toEqual([3, 1, 2])
})

describe('comparisons', () => {
  const length = 500
  const orders = {
    rising: Array.from({ length }, (_, n) => n),
    falling: Array.from({ length }, (_, n) => length - n),
    equal: Array.from({ length }, () => 1),
    random: randomNumbers(length, 1_000),
    'peaks that leave': Array.from({ length }, (_, n) => (n % 50 === 0 ? 100 : n % 50)),
  }

  test.each([1, 2, 10, 50, 100, 250, 499, 500])('at most 3n for windows of %d', (size) => {
    for (const items of Object.values(orders)) {
      let calls = 0
      const count = (one: number, other: number) => {
        calls += 1
        return one - other
      }
      expect(windowMax(items, size, count)).toHaveLength(length - size + 1)
      expect(calls).toBeLessThanOrEqual(3 * length)
    }
  })
})

test('types follow from the items', () => {
  const words = windowMax(['a', 'b'] as ('a' | 'b')[], 2, () => 0)
  sameType<typeof words, ('a' | 'b')[]>(true)
  expect(words).toEqual(['a'])
})
