import { expect, test } from 'vitest'
import { paginate } from './paginate'

const letters = ['a', 'b', 'c', 'd', 'e']

test('returns the items of each page', () => {
  expect(paginate(letters, 1, 2).items).toEqual(['a', 'b'])
  expect(paginate(letters, 2, 2).items).toEqual(['c', 'd'])
  expect(paginate(letters, 3, 2).items).toEqual(['e'])
})

test('clamps the page', () => {
  expect(paginate(letters, 0, 2).items).toEqual(['a', 'b'])
  expect(paginate(letters, 9, 2).items).toEqual(['e'])
})
