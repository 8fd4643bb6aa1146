import { expect, test } from 'vitest'
import { bars, percentiles, Sample } from './sample.ts'

function sampleOf(values: readonly number[]): Sample {
  const sample = new Sample()
  for (const value of values) sample.add(value)
  return sample
}

test('percentiles match the values to three digits', () => {
  const { at, count, max, min, mean } = sampleOf(Array.from({ length: 1_000 }, (_, n) => n + 1)).summary()
  expect(count).toBe(1_000)
  const expected = [500, 750, 900, 950, 990, 999, 1_000]
  percentiles.forEach((percent, place) => {
    expect((at[place] ?? 0) / (expected[place] ?? 0), `p${percent}`).toBeCloseTo(1, 2)
  })
  expect([min / 1, max / 1_000, mean / 500.5].map((ratio) => Math.round(ratio * 100) / 100)).toEqual([
    1, 1, 1,
  ])
})

test('one slow response of a thousand shows in p99.99 and the maximum, not in p99', () => {
  const { at, max } = sampleOf([...Array.from({ length: 999 }, () => 5), 8_000]).summary()
  expect(at[percentiles.indexOf(99)]).toBeCloseTo(5, 1)
  expect(at[percentiles.indexOf(99.99)]).toBeGreaterThan(7_900)
  expect(max).toBeGreaterThan(7_900)
})

test('each value is in its bar, and the last bar has everything beyond', () => {
  const values = [0.01, 0.1, 1, 9.99, 10, 250, 3_600_000]
  const counts = sampleOf(values).counts()
  expect(counts.reduce((sum, count) => sum + count)).toBe(values.length)
  const barOf = (ms: number) => bars.findLastIndex((from) => from <= ms + 1e-9)
  expect(counts[barOf(10)]).toBe(1)
  expect(counts[barOf(250)]).toBe(1)
  expect(counts[0]).toBe(2)
  expect(counts.at(-1)).toBe(1)
})

test('an empty sample has no values', () => {
  const { count, max, at } = new Sample().summary()
  expect([count, max, ...at]).toEqual([
    0,
    ...Array.from({ length: percentiles.length + 1 }, () => Number.NaN),
  ])
})

test('a reset sample is empty', () => {
  const sample = sampleOf([5, 6])
  sample.reset()
  expect(sample.summary().count).toBe(0)
  expect(sample.counts().every((count) => count === 0)).toBe(true)
})
