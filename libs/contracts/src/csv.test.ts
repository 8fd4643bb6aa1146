import { expect, test } from 'vitest'
import { csvRow } from './csv.ts'

test('quotes cells with special characters', () => {
  expect(csvRow(['2026-11-22', 'a, "b"\nc', null, -3])).toBe('2026-11-22,"a, ""b""\nc",,-3\r\n')
})

test.each(['=1+1', '+1 and so on', '-x', '@SUM(A1)', '\tx', '|=1+1', '＝1+1', '\u200b=1+1', ' \u00a0=1+1'])(
  '%j is not run as a formula',
  (text) => {
    expect(csvRow([text])).toBe(`'${text}\r\n`)
  },
)
