import { expect, test } from 'vitest'
import { baselineCase } from './benchmark.ts'
import { table } from './print-table.ts'

const timing = (p50: number) => ({ p50, p95: 2 * p50, times: 1 })

test('shows the ratio to reads by id in the same rounds', () => {
  const results = new Map([
    [
      10_000,
      new Map([
        [baselineCase, timing(1)],
        ['search', timing(3)],
      ]),
    ],
    [
      100_000,
      new Map([
        [baselineCase, timing(2)],
        ['search', timing(12)],
      ]),
    ],
  ])
  expect(table(results).split('\n').at(-1)?.trim().split(/\s+/)).toEqual([
    'search',
    '3.0',
    '6.0',
    '3.0',
    '12.0',
    '24.0',
    '6.0',
    '2.0',
  ])
})
