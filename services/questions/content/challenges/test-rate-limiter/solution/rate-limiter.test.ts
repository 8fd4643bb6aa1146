import { beforeEach, expect, test } from 'vitest'
import { createLimiter } from './rate-limiter'

let time = 0
let limiter: ReturnType<typeof createLimiter>
const at = (ms: number, key = 'ada') => {
  time = 50_000 + ms
  return limiter.check(key)
}

beforeEach(() => {
  limiter = createLimiter({ limit: 2, windowMs: 1_000, now: () => time })
})

test('counts down and then rejects', () => {
  expect(at(0)).toEqual({ allowed: true, remaining: 1 })
  expect(at(10)).toEqual({ allowed: true, remaining: 0 })
  expect(at(20)).toEqual({ allowed: false, retryAfter: 980 })
})

test('a request counts for exactly the window', () => {
  at(0)
  at(600)
  expect(at(999)).toEqual({ allowed: false, retryAfter: 1 })
  expect(at(1_000)).toEqual({ allowed: true, remaining: 0 })
})

test('the window slides', () => {
  at(0)
  at(600)
  at(1_000)
  expect(at(1_100)).toEqual({ allowed: false, retryAfter: 500 })
  expect(at(1_600)).toEqual({ allowed: true, remaining: 0 })
})

test('rejected requests do not count', () => {
  at(0)
  at(0)
  at(500)
  at(900)
  expect(at(1_000)).toEqual({ allowed: true, remaining: 1 })
})

test('keys are independent', () => {
  at(0, 'ada')
  at(0, 'ada')
  expect(at(0, 'ben')).toEqual({ allowed: true, remaining: 1 })
})
