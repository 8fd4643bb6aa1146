import { describe, expect, it } from 'vitest'
import { parseLine } from './csv'

const format = (fields: string[]) => fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(',')

describe('a round trip', () => {
  it.each([[['a', 'b']], [['']], [['', '', '']], [['x,y', ' z ']], [['"', '""', 'a"b"c']], [['end"', '"start']]])(
    'preserves %j',
    (fields) => {
      expect(parseLine(format(fields))).toEqual(fields)
    },
  )
})

describe('unquoted fields', () => {
  it.each([
    ['', ['']],
    ['a,b', ['a', 'b']],
    [',', ['', '']],
    [' a,b ', [' a', 'b ']],
    ['2" x,4"', ['2" x', '4"']],
  ])('%s', (line, fields) => {
    expect(parseLine(line)).toEqual(fields)
  })
})

it.each(['"', '"a', 'a,"b,c', '"a"b', '"a" '])('rejects %s', (line) => {
  expect(() => parseLine(line)).toThrow(SyntaxError)
})
