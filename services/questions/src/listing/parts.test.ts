import { describe, expect, test } from 'vitest'
import { partsOf } from './list-questions.ts'

const lists = [{ count: 3 }, { count: 0 }, { count: 4 }, { count: 2 }]
const rows = lists.flatMap(({ count }, list) => Array.from({ length: count }, (_, row) => ({ list, row })))

describe('partsOf finds where a page lies in consecutive lists', () => {
  test.each(
    Array.from({ length: 11 }, (_, offset) => offset).flatMap((offset) =>
      [1, 2, 5, 20].map((limit) => [offset, limit] as const),
    ),
  )('offset %i, limit %i', (offset, limit) => {
    const taken = partsOf(lists, offset, limit).flatMap((part) =>
      Array.from({ length: part.limit }, (_, index) => ({
        list: lists.indexOf(part.list),
        row: part.skip + index,
      })),
    )
    expect(taken).toEqual(rows.slice(offset, offset + limit))
  })
})
