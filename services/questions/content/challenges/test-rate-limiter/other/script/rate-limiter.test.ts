import { expect, test } from 'vitest'
import { createLimiter } from './rate-limiter'

function run(limit: number, windowMs: number, ...script: [ms: number, key: string][]) {
  let time = 0
  const { check } = createLimiter({ limit, windowMs, now: () => time })
  return script.map(([ms, key]) => {
    time = 1_000 + ms
    const decision = check(key)
    return decision.allowed ? decision.remaining : `wait ${decision.retryAfter}`
  })
}

test('one client', () => {
  const moments = [0, 40, 60, 80, 99, 100, 110, 140, 200]
  expect(run(3, 100, ...moments.map((ms): [number, string] => [ms, 'a']))).toEqual([
    2, 1, 0, 'wait 20', 'wait 1', 0, 'wait 30', 0, 1,
  ])
})

test('two clients', () => {
  expect(run(1, 50, [0, 'a'], [10, 'b'], [20, 'a'], [50, 'a'], [50, 'b'])).toEqual([0, 0, 'wait 30', 0, 'wait 10'])
})
