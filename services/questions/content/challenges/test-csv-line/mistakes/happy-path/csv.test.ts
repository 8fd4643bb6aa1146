import { expect, test } from 'vitest'
import { parseLine } from './csv'

test('splits at commas', () => {
  expect(parseLine('a,b,c')).toEqual(['a', 'b', 'c'])
})

test('reads quoted fields', () => {
  expect(parseLine('1,"Smith, Jo"')).toEqual(['1', 'Smith, Jo'])
})
