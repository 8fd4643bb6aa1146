import { expect, test } from 'vitest'
import { csvRow } from './csv.ts'

test('quotes cells with special characters', () => {
  expect(csvRow(['2026-11-22', 'a, "b"\nc', null, -3])).toBe('2026-11-22,"a, ""b""\nc",,-3\r\n')
})

test.each(['=1+1', '+1 and so on', '-x', '@SUM(A1)', '\tx'])('%j is not run as a formula', (text) => {
  expect(csvRow([text])).toBe(`'${text}\r\n`)
})
