import { expect, test } from 'vitest'
import { toCsv } from './save-file.ts'

test('a table becomes CSV rows, with special characters quoted', () => {
  expect(
    toCsv(
      ['Day', 'Note'],
      [
        ['2026-11-22', 'a, "b"\nc'],
        [null, -3],
      ],
    ),
  ).toBe('\ufeffDay,Note\r\n2026-11-22,"a, ""b""\nc"\r\n,-3\r\n')
})

test.each(['=1+1', '+1 and so on', '-x', '@SUM(A1)', '\tx'])('%j is not treated as a formula', (text) => {
  expect(toCsv(['x'], [[text]]).split('\r\n')[1]).toBe(`'${text}`)
})
