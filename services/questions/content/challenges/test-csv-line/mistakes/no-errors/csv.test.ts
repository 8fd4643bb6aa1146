import { expect, test } from 'vitest'
import { parseLine } from './csv'

test.each([
  ['a,b', ['a', 'b']],
  [',a,', ['', 'a', '']],
  ['"",x', ['', 'x']],
  ['"a""b""c"', ['a"b"c']],
  [' a ', [' a ']],
  ['5" x,y', ['5" x', 'y']],
])('%s', (line, fields) => {
  expect(parseLine(line)).toEqual(fields)
})
