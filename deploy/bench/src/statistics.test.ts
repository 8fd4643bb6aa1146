import { expect, test } from 'vitest'
import { compareDistributions } from './statistics.ts'

const upTo = (count: number, from = 0) => Array.from({ length: count }, (_, index) => from + index)

test('interleaved samples have a small distance, disjoint ones the maximum', () => {
  expect(compareDistributions(upTo(100), upTo(100, 0.5)).distance).toBeCloseTo(0.01)
  expect(compareDistributions(upTo(100), upTo(100, 50)).distance).toBeCloseTo(0.5)
  expect(compareDistributions(upTo(100), upTo(100, 1_000)).distance).toBe(1)
})

test('the critical value matches the table', () => {
  expect(compareDistributions(upTo(100), upTo(100)).critical).toBeCloseTo(0.2305, 3)
})
