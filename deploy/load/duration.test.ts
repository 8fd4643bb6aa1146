import { expect, test } from 'vitest'
import { printDuration, readDuration } from './duration.ts'

test.each([
  ['250ms', 250],
  ['30s', 30_000],
  ['1.5m', 90_000],
  ['2h', 7_200_000],
  ['5', undefined],
  ['-5s', undefined],
  ['5 s', undefined],
  ['five', undefined],
])('%s is read as %s', (text, ms) => {
  expect(readDuration(text)).toBe(ms)
})

test.each([
  [0.123, '0.12 ms'],
  [8.34, '8.3 ms'],
  [152.4, '152 ms'],
  [999.7, '1.00 s'],
  [12_000, '12 s'],
  [12_340, '12.3 s'],
  [125_000, '2 m 5 s'],
  [7_200_000, '2 h'],
  [Number.NaN, '–'],
])('%s ms is printed as %s', (ms, text) => {
  expect(printDuration(ms)).toBe(text)
})
