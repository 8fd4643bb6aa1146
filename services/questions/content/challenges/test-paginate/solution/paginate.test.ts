import { describe, expect, test } from 'vitest'
import { paginate } from './paginate'

const letters = ['a', 'b', 'c', 'd', 'e']

test('returns the first page', () => {
  expect(paginate(letters, 1, 2)).toEqual({ items: ['a', 'b'], page: 1, pages: 3, from: 1, to: 2 })
})

test('returns a page in the middle', () => {
  expect(paginate(letters, 2, 2)).toEqual({ items: ['c', 'd'], page: 2, pages: 3, from: 3, to: 4 })
})

test('returns a last page that is shorter', () => {
  expect(paginate(letters, 3, 2)).toEqual({ items: ['e'], page: 3, pages: 3, from: 5, to: 5 })
})

test('adds no empty page after a full one', () => {
  expect(paginate(['a', 'b', 'c', 'd'], 2, 2)).toEqual({ items: ['c', 'd'], page: 2, pages: 2, from: 3, to: 4 })
})

describe('a page that does not exist', () => {
  test('before the first one becomes the first one', () => {
    expect(paginate(letters, 0, 2)).toEqual(paginate(letters, 1, 2))
    expect(paginate(letters, -3, 2)).toEqual(paginate(letters, 1, 2))
  })

  test('after the last one becomes the last one', () => {
    expect(paginate(letters, 4, 2)).toEqual(paginate(letters, 3, 2))
  })
})

test('an empty list has one empty page', () => {
  expect(paginate([], 1, 10)).toEqual({ items: [], page: 1, pages: 1, from: 0, to: 0 })
})

test.each([0, -1, 1.5, Number.NaN])('rejects the size %d', (size) => {
  expect(() => paginate(letters, 1, size)).toThrow(RangeError)
})

test('leaves the list unchanged', () => {
  const list = [...letters]
  paginate(list, 1, 2)
  expect(list).toEqual(letters)
})
