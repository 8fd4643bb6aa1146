import { expect, test } from 'vitest'
import { randomNumbers } from '../bench/src/statistics.ts'
import { arrivals, expectedArrivals } from './arrivals.ts'
import { type ScenarioName, scenarios } from './scenarios.ts'

const within = (times: readonly number[], from: number, to: number) =>
  times.filter((ms) => ms >= from * 1_000 && ms < to * 1_000).length

test('evenly spaced arrivals have equal gaps, and none come after the end', () => {
  const times = [...arrivals([{ from: 0, to: 2, rate: 5 }], Math.random, 'even')]
  expect(times.map(Math.round)).toEqual([200, 400, 600, 800, 1000, 1200, 1400, 1600, 1800])
})

test('random arrivals keep the rate over a long time, with exponential gaps', () => {
  const times = [...arrivals([{ from: 0, to: 10_000, rate: 2 }], randomNumbers(7))]
  expect(times.length).toBeGreaterThan(20_000 - 4 * Math.sqrt(20_000))
  expect(times.length).toBeLessThan(20_000 + 4 * Math.sqrt(20_000))
  const gaps = times.slice(1).map((ms, at) => ms - (times[at] ?? 0))
  // In an exponential distribution a share of 1/e is longer than the mean.
  expect(gaps.filter((gap) => gap > 500).length / gaps.length).toBeCloseTo(Math.exp(-1), 1)
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0)
})

test('the same seed gives the same arrivals', () => {
  const of = (seed: number) => [...arrivals([{ from: 0, to: 20, rate: 3 }], randomNumbers(seed))]
  expect(of(3)).toEqual(of(3))
  expect(of(3)).not.toEqual(of(4))
})

test('a spike has ten times the rate for a tenth of the time', () => {
  const stretches = scenarios.spike.stretches(2, 100)
  const times = [...arrivals(stretches, randomNumbers(1), 'even')]
  expect(within(times, 0, 45)).toBeCloseTo(90, -1)
  expect(within(times, 45, 55)).toBeCloseTo(200, -1)
  expect(within(times, 55, 100)).toBeCloseTo(90, -1)
  expect(expectedArrivals(stretches, 100)).toBeCloseTo(380)
})

test.each(Object.keys(scenarios) as ScenarioName[])('%s covers its whole duration, without gaps', (name) => {
  const stretches = scenarios[name].stretches(1, 60)
  expect(stretches[0]?.from).toBe(0)
  expect(stretches.at(-1)?.to).toBe(60)
  for (const [at, { from }] of stretches.slice(1).entries()) expect(from).toBe(stretches[at]?.to)
  expect(scenarios[name].journeys.reduce((sum, [share]) => sum + share, 0)).toBe(1)
})
