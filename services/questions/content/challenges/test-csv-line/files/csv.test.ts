import { expect, test } from 'vitest'
import { parseLine } from './csv'

test('splits at commas', () => {
  expect(parseLine('a,b,c').length).toBe(3)
})
