import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvRow, rearmed } from './csv.ts'

test('quotes cells with special characters', () => {
  expect(csvRow(['2026-11-22', 'a, "b"\nc', null, -3])).toBe('2026-11-22,"a, ""b""\nc",,-3\r\n')
})

test.each(['=1+1', '+1 and so on', '-x', '@SUM(A1)', '\tx', '|=1+1', '＝1+1', '\u200b=1+1', ' \u00a0=1+1'])(
  '%j is not run as a formula',
  (text) => {
    expect(csvRow([text])).toBe(`'${text}\r\n`)
  },
)

test('an import reads the text that an export defused', () => {
  const start = fc.array(
    fc.constantFrom("'", '=', '＝', '|', ';', ' ', '\u00a0', '\u200b', '-', '1', 'x', '\t'),
    { maxLength: 6 },
  )
  fc.assert(
    fc.property(start, fc.string({ unit: 'grapheme' }), (signs, rest) => {
      const text = `${signs.join('')}${rest}`
      const row = csvRow([text]).slice(0, -2)
      const cell = row.startsWith('"') ? row.slice(1, -1).replaceAll('""', '"') : row
      expect(rearmed(cell)).toBe(text)
    }),
  )
  // Texts of other files keep their apostrophes.
  for (const text of ["'tis", "'-5", "''", "'"]) expect(rearmed(text)).toBe(text)
})
