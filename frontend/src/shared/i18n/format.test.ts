import { describe, expect, test } from 'vitest'
import { createFormat } from './format.ts'
import { ar } from './messages.ar.ts'
import { en } from './messages.en.ts'
import { pluralIn } from './plural.ts'

describe('numbers', () => {
  const format = createFormat('en')

  test.each([
    [0, '0s'],
    [59, '59s'],
    [60, '1m'],
    [3_599, '1h'],
    [12_000, '3h 20m'],
    [7_200, '2h'],
  ])('%i seconds are shown as %s', (seconds, text) => {
    expect(format.duration(seconds)).toBe(text)
  })

  test('a stopwatch shows minutes and two-digit seconds', () => {
    expect([0, 9, 75, 3_600].map(format.stopwatch)).toEqual(['0:00', '0:09', '1:15', '60:00'])
  })

  test('a calendar day is the same in every time zone', () => {
    expect(format.day('2026-11-21')).toBe('Nov 21')
  })
})

test("numbers use the same digits as the messages, whatever the browser's default", () => {
  const format = createFormat('ar-EG')
  expect([format.number(1_234), format.stopwatch(75), format.day('2026-11-21')]).toEqual([
    '1,234',
    '1:15',
    '21 نوفمبر',
  ])
  expect([format.percent(50), createFormat('ar').percent(50)]).toEqual(['50%', '50%'])
  expect(pluralIn('ar-EG')(3, { other: '#' })).toBe('3')
})

describe('plurals', () => {
  test('follow the rules of their language', () => {
    expect([1, 2, 0].map(en.common.questions)).toEqual(['1 question', '2 questions', '0 questions'])
    expect(new Set([0, 1, 2, 3, 11, 100].map(ar.common.questions)).size).toBe(6)
  })
})
