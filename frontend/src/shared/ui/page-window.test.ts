import { describe, expect, test } from 'vitest'
import { pageWindow } from './pagination.tsx'

describe('the window of page numbers', () => {
  test.each([
    [1, 0, []],
    [1, 1, [1]],
    [2, 3, [1, 2, 3]],
    [1, 9, [1, 2, 3, 4, 5]],
    [3, 9, [1, 2, 3, 4, 5]],
    [4, 9, [2, 3, 4, 5, 6]],
    [8, 9, [5, 6, 7, 8, 9]],
    [9, 9, [5, 6, 7, 8, 9]],
  ])('on page %i of %i is %j', (page, totalPages, expected) => {
    expect(pageWindow(page, totalPages)).toEqual(expected)
  })
})
