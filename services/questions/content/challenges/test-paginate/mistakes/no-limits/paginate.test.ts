import { expect, test } from 'vitest'
import { paginate } from './paginate'

test('returns whole pages', () => {
  const letters = ['a', 'b', 'c', 'd']
  expect(paginate(letters, 1, 2)).toEqual({ items: ['a', 'b'], page: 1, pages: 2, from: 1, to: 2 })
  expect(paginate(letters, 2, 2)).toEqual({ items: ['c', 'd'], page: 2, pages: 2, from: 3, to: 4 })
})
