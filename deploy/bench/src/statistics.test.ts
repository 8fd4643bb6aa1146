import { expect, test } from 'vitest'
import { compareDistributions, ratioInterval } from './statistics.ts'

const upTo = (count: number, from = 0) => Array.from({ length: count }, (_, index) => from + index)

test('interleaved samples have a small distance, disjoint ones the maximum', () => {
  expect(compareDistributions(upTo(100), upTo(100, 0.5)).distance).toBeCloseTo(0.01)
  expect(compareDistributions(upTo(100), upTo(100, 50)).distance).toBeCloseTo(0.5)
  expect(compareDistributions(upTo(100), upTo(100, 1_000)).distance).toBe(1)
})

test('the critical value matches the table', () => {
  expect(compareDistributions(upTo(100), upTo(100)).critical).toBeCloseTo(0.2305, 3)
})

test('the interval of a ratio is around its geometric mean', () => {
  const { mean, from, to } = ratioInterval([0.5, 1, 1, 1, 2])
  expect(mean).toBeCloseTo(1)
  // The deviation of the logarithms is ln 2 × √(2 / 4); × 2.776 / √5.
  expect(Math.log(to)).toBeCloseTo(0.6085, 3)
  expect(Math.log(from)).toBeCloseTo(-0.6085, 3)
})
