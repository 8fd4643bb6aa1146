import { expect, test } from 'vitest'
import { createLimiter } from './rate-limiter'

test('allows a request', () => {
  const limiter = createLimiter({ limit: 2, windowMs: 1_000, now: () => 0 })
  expect(limiter.check('ada').allowed).toBe(true)
})
