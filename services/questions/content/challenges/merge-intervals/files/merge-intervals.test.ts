import { expect, test } from 'vitest'
import { type Interval, mergeIntervals } from './merge-intervals'

/** Writes intervals as pairs. */
const merge = (...pairs: [start: number, end: number][]) =>
  mergeIntervals(pairs.map(([start, end]) => ({ start, end }))).map(({ start, end }) => [start, end])

test('no intervals give no intervals', () => {
  expect(merge()).toEqual([])
})

test('a single interval stays', () => {
  expect(merge([9, 10])).toEqual([[9, 10]])
})

test('intervals apart stay apart', () => {
  expect(merge([1, 2], [3, 4], [6, 7])).toEqual([
    [1, 2],
    [3, 4],
    [6, 7],
  ])
  expect(merge([0, 1], [1.001, 2])).toEqual([
    [0, 1],
    [1.001, 2],
  ])
})

test('merges intervals that overlap', () => {
  expect(merge([1, 4], [3, 6])).toEqual([[1, 6]])
  expect(merge([1, 3], [2, 4], [6, 8], [7, 9])).toEqual([
    [1, 4],
    [6, 9],
  ])
})

test('merges intervals that touch', () => {
  expect(merge([1, 2], [2, 3])).toEqual([[1, 3]])
  expect(merge([-1, 0], [0, 1])).toEqual([[-1, 1]])
})

test('an interval can contain others', () => {
  expect(merge([1, 10], [2, 3], [4, 5], [9, 9])).toEqual([[1, 10]])
  expect(merge([1, 10], [2, 3], [9, 12])).toEqual([[1, 12]])
  expect(merge([1, 3], [1, 5], [1, 4])).toEqual([[1, 5]])
  expect(merge([1, 5], [2, 5], [0, 5])).toEqual([[0, 5]])
})

test('merges chains', () => {
  expect(merge([1, 3], [2, 5], [4, 7], [7, 8], [10, 11])).toEqual([
    [1, 8],
    [10, 11],
  ])
  expect(merge([1, 2], [4, 5], [7, 8], [2, 7])).toEqual([[1, 8]])
  expect(merge([5, 6], [1, 2], [3, 4], [2, 3], [4, 5])).toEqual([[1, 6]])
})

test('equal intervals are merged', () => {
  expect(merge([1, 2], [4, 5], [1, 2], [4, 5])).toEqual([
    [1, 2],
    [4, 5],
  ])
})

test('sorts the intervals as numbers', () => {
  expect(merge([10, 11], [9, 9.5], [100, 101], [-20, -10], [-3, -2], [0, 1])).toEqual([
    [-20, -10],
    [-3, -2],
    [0, 1],
    [9, 9.5],
    [10, 11],
    [100, 101],
  ])
  expect(merge([7, 9], [4, 8], [1, 5])).toEqual([[1, 9]])
})

test('start and end can be equal', () => {
  expect(merge([5, 5])).toEqual([[5, 5]])
  expect(merge([5, 5], [3, 3], [5, 5])).toEqual([
    [3, 3],
    [5, 5],
  ])
  expect(merge([0, 0], [0, 2], [2, 2])).toEqual([[0, 2]])
})

test('covers the same time with the fewest intervals', () => {
  let seed = 7
  const next = (most: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % most
  }
  for (let round = 0; round < 60; round += 1) {
    const pairs = Array.from({ length: next(9) }, (): [number, number] => {
      const start = next(30)
      return [start, start + next(5)]
    })
    const covers = (list: number[][], at: number) => list.some(([start, end]) => start <= at && at <= end)
    const result = merge(...pairs)
    const halves = Array.from({ length: 80 }, (_, n) => n / 2)
    expect(halves.filter((at) => covers(result, at))).toEqual(halves.filter((at) => covers(pairs, at)))
    expect(result.every(([start], index) => index === 0 || result[index - 1][1] < start)).toBe(true)
  }
})

test('the array and the intervals stay unchanged', () => {
  const intervals: Interval[] = [
    { start: 5, end: 6 },
    { start: 1, end: 3 },
    { start: 2, end: 4 },
  ]
  const [first, second, third] = intervals
  mergeIntervals(intervals)
  expect(intervals).toEqual([
    { start: 5, end: 6 },
    { start: 1, end: 3 },
    { start: 2, end: 4 },
  ])
  expect(intervals[0] === first && intervals[1] === second && intervals[2] === third).toBe(true)
  const frozen = Object.freeze(intervals.map((interval) => Object.freeze(interval)))
  expect(mergeIntervals(frozen)).toEqual([
    { start: 1, end: 4 },
    { start: 5, end: 6 },
  ])
})

test('takes O(n log n) time', () => {
  let reads = 0
  /** Counts the reads of its properties. */
  const counted = (start: number): Interval => ({
    get start() {
      reads += 1
      return start
    },
    get end() {
      reads += 1
      return start + 1
    },
  })
  const order = Array.from({ length: 1_000 }, (_, n) => ((n * 617) % 1_000) * 3)
  expect(mergeIntervals(order.map(counted))).toHaveLength(1_000)
  // Sorting takes about 10,000 comparisons, with two reads each.
  expect(reads).toBeLessThanOrEqual(100_000)
})
