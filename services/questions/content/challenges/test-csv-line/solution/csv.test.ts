import { expect, test } from 'vitest'
import { parseLine } from './csv'

test('splits at commas', () => {
  expect(parseLine('a,b,c')).toEqual(['a', 'b', 'c'])
})

test('keeps spaces', () => {
  expect(parseLine(' a , b')).toEqual([' a ', ' b'])
})

test('keeps empty fields', () => {
  expect(parseLine('')).toEqual([''])
  expect(parseLine(',a,,')).toEqual(['', 'a', '', ''])
})

test('quoted fields can contain commas', () => {
  expect(parseLine('1,"Smith, Jo",x')).toEqual(['1', 'Smith, Jo', 'x'])
})

test('quoted fields can be empty and stand at the end', () => {
  expect(parseLine('"",a,""')).toEqual(['', 'a', ''])
})

test('two quotes inside quotes are one', () => {
  expect(parseLine('"a""b""c"')).toEqual(['a"b"c'])
  expect(parseLine('"say ""hi""",x')).toEqual(['say "hi"', 'x'])
  expect(parseLine('""""')).toEqual(['"'])
})

test('a quote inside an unquoted field is a character', () => {
  expect(parseLine('5" pipe,6" pipe')).toEqual(['5" pipe', '6" pipe'])
})

test('quotes have to be closed', () => {
  expect(() => parseLine('a,"b')).toThrow(SyntaxError)
  expect(() => parseLine('"b""')).toThrow(SyntaxError)
})

test('only a comma can follow a closing quote', () => {
  expect(() => parseLine('"a"b,c')).toThrow(SyntaxError)
  expect(() => parseLine('"a" ,c')).toThrow(SyntaxError)
})
