import { afterEach, expect, test, vi } from 'vitest'
import { CallCounter, callKey } from './rate-limits.ts'

afterEach(() => vi.useRealTimers())

/** A counter with limits of 10 per minute. */
function newCounter(start: number) {
  vi.useFakeTimers({ toFake: ['performance'], now: start })
  const counter = new CallCounter()
  return (caller: string, cost = 1, name: 'READ' | 'WRITE' = 'READ') => {
    let counted = { current: Number.NaN, ttl: Number.NaN }
    counter.incr(callKey(name, cost, caller), (_error, result = counted) => (counted = result), 60_000, 10)
    return counted
  }
}

test('counts each caller’s calls of a class, in a window of a minute from the first', () => {
  const count = newCounter(5_000)
  expect(count('a')).toEqual({ current: 1, ttl: 60_000 })
  vi.advanceTimersByTime(30_500)
  expect(count('a')).toEqual({ current: 2, ttl: 29_500 })
  expect(count('b').current).toBe(1)
  expect(count('a', 1, 'WRITE').current).toBe(1)
  vi.advanceTimersByTime(29_500)
  expect(count('a')).toEqual({ current: 1, ttl: 60_000 })
  expect(count('b').current).toBe(2)
})

test('counts a cost as a whole or not at all', () => {
  const count = newCounter(0)
  expect(count('a', 7).current).toBe(7)
  expect(count('a', 4).current).toBe(11)
  expect(count('a', 3).current).toBe(10)
})

test('never reports more time than a window has, despite rounding of fractions', () => {
  const count = newCounter(0)
  const left = Array.from({ length: 1_000 }, (_, n) => {
    vi.advanceTimersByTime(1_000.1)
    return count(`caller ${n}`).ttl
  })
  expect(Math.max(...left)).toBe(60_000)
})
