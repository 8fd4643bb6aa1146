import { expect, test } from 'vitest'
import { createLimiter } from './rate-limiter'

test('rejects the third request', () => {
  let time = 0
  const limiter = createLimiter({ limit: 2, windowMs: 1_000, now: () => time })
  expect(limiter.check('a').allowed).toBe(true)
  expect(limiter.check('a').allowed).toBe(true)
  expect(limiter.check('a').allowed).toBe(false)
  time = 2_000
  expect(limiter.check('a').allowed).toBe(true)
})
