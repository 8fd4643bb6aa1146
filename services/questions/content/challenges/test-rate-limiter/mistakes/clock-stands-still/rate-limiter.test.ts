import { expect, test } from 'vitest'
import { createLimiter } from './rate-limiter'

test('counts down, rejects, and keeps keys apart', () => {
  const limiter = createLimiter({ limit: 2, windowMs: 1_000, now: () => 0 })
  expect(limiter.check('a')).toEqual({ allowed: true, remaining: 1 })
  expect(limiter.check('a')).toEqual({ allowed: true, remaining: 0 })
  expect(limiter.check('a')).toEqual({ allowed: false, retryAfter: 1_000 })
  expect(limiter.check('b')).toEqual({ allowed: true, remaining: 1 })
})
