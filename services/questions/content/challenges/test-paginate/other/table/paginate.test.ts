import { expect, it } from '@jest/globals'
import { paginate } from './paginate'

const list = Object.freeze([10, 20, 30, 40]) as readonly number[]

it.each([
  { page: 1, size: 3, result: { items: [10, 20, 30], page: 1, pages: 2, from: 1, to: 3 } },
  { page: 2, size: 3, result: { items: [40], page: 2, pages: 2, from: 4, to: 4 } },
  { page: 2, size: 2, result: { items: [30, 40], page: 2, pages: 2, from: 3, to: 4 } },
  { page: 0, size: 2, result: { items: [10, 20], page: 1, pages: 2, from: 1, to: 2 } },
  { page: 9, size: 2, result: { items: [30, 40], page: 2, pages: 2, from: 3, to: 4 } },
])('page $page with $size items', ({ page, size, result }) => {
  expect(paginate(list, page, size)).toEqual(result)
})

it('handles the empty list', () => {
  expect(paginate([], 5, 2)).toEqual({ items: [], page: 1, pages: 1, from: 0, to: 0 })
})

it('throws for impossible sizes', () => {
  for (const size of [0, -2, 2.5]) expect(() => paginate(list, 1, size)).toThrow(RangeError)
})
