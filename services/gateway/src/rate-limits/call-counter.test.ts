import { expect, test } from 'vitest'
import { CallCounter } from './call-counter.ts'

test('counts each caller’s calls, from the first for a minute', () => {
  let now = 5_000
  const counter = new CallCounter(3, () => now)
  expect(counter.count('a')).toEqual({ fits: true, left: 2, secondsLeft: 60 })
  now += 30_500
  expect(counter.count('a')).toEqual({ fits: true, left: 1, secondsLeft: 30 })
  expect(counter.count('b')).toEqual({ fits: true, left: 2, secondsLeft: 60 })
  now += 29_499
  expect(counter.count('a')).toEqual({ fits: true, left: 0, secondsLeft: 1 })
  expect(counter.count('a')).toEqual({ fits: false, left: 0, secondsLeft: 1 })
  now += 1
  expect(counter.count('a')).toEqual({ fits: true, left: 2, secondsLeft: 60 })
  expect(counter.count('b').left).toBe(1)
})

test('counts a cost as a whole or not at all', () => {
  const counter = new CallCounter(10, () => 0)
  expect(counter.count('a', 7)).toMatchObject({ fits: true, left: 3 })
  expect(counter.count('a', 4)).toMatchObject({ fits: false, left: 3 })
  expect(counter.count('a', 3)).toMatchObject({ fits: true, left: 0 })
})

test('never names more seconds than a window has: sums of fractions may come out larger', () => {
  let now = 0
  const counter = new CallCounter(10, () => now)
  const left = Array.from({ length: 1_000 }, (_, n) => {
    now = 1_000.1 * n + 0.7
    return counter.count(`caller ${n}`).secondsLeft
  })
  expect(Math.max(...left)).toBe(60)
})
