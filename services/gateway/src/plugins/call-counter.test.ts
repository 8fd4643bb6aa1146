import { expect, test } from 'vitest'
import { CallCounter } from './call-counter.ts'

test('counts each caller’s calls, from the first for a minute', () => {
  let now = 5_000
  const counter = new CallCounter(() => now)
  expect(counter.count('a')).toEqual({ calls: 1, secondsLeft: 60 })
  now += 30_500
  expect(counter.count('a')).toEqual({ calls: 2, secondsLeft: 30 })
  expect(counter.count('b')).toEqual({ calls: 1, secondsLeft: 60 })
  now += 29_499
  expect(counter.count('a')).toEqual({ calls: 3, secondsLeft: 1 })
  now += 1
  expect(counter.count('a')).toEqual({ calls: 1, secondsLeft: 60 })
  expect(counter.count('b').calls).toBe(2)
})

test('never names more seconds than a window has: sums of fractions may come out larger', () => {
  let now = 0
  const counter = new CallCounter(() => now)
  const left = Array.from({ length: 1_000 }, (_, n) => {
    now = 1_000.1 * n + 0.7
    return counter.count(`caller ${n}`).secondsLeft
  })
  expect(Math.max(...left)).toBe(60)
})
