import { expect, test } from 'vitest'
import { rangesOf } from './download-route.ts'

const size = 100
test.each([
  ['bytes=0-9', [[0, 9]]],
  ['Bytes=0-9', [[0, 9]]],
  ['bytes=90-', [[90, 99]]],
  ['bytes=90-1000', [[90, 99]]],
  ['bytes=-10', [[90, 99]]],
  ['bytes=-1000', [[0, 99]]],
  ['bytes=-0', []],
  ['bytes=100-', []],
  ['bytes=100-,5-6', [[5, 6]]],
  [
    'bytes=50-59, 0-9',
    [
      [50, 59],
      [0, 9],
    ],
  ],
  ['bytes=0-9,5-20', [[0, 20]]],
  ['bytes=0-9,10-20', [[0, 20]]],
  ['bytes=0-9,30-39,5-35', [[0, 39]]],
  [`bytes=${'0-1,'.repeat(15)}0-1`, [[0, 1]]],
])('%s', (header, expected) => {
  expect(rangesOf(header, size)).toEqual(expected.map(([start, end]) => ({ start, end })))
})

test.each([
  undefined,
  '',
  'bytes',
  'bytes=',
  'bytes=-',
  'bytes=9-0',
  'bytes=a-b',
  'bytes=1',
  'lines=0-1',
  'bytes=0-1,,2-3',
])('serves the whole file for %s', (header) => {
  expect(rangesOf(header, size)).toBeNull()
})
test('serves the whole file for too many ranges', () => {
  expect(rangesOf(`bytes=${'0-1,'.repeat(16)}0-1`, size)).toBeNull()
})
test('sends no byte twice, whatever the ranges', () => {
  for (let seed = 1; seed < 2_000; seed += 1) {
    const specs = Array.from({ length: 8 }, (_, at) => {
      const start = (seed * 7_919 + at * 104_729) % 97
      return `${start}-${start + ((seed + at * 31) % 20)}`
    })
    const ranges = rangesOf(`bytes=${specs.join(',')}`, size) ?? []
    const all = ranges.flatMap(({ start, end }) =>
      Array.from({ length: end - start + 1 }, (_, at) => start + at),
    )
    expect(new Set(all).size).toBe(all.length)
    for (const spec of specs) expect(all).toContain(Number(spec.split('-')[0]))
  }
})
