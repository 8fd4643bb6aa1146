import { describe, expect, test } from 'vitest'
import { nextSort, printSort, readSort, type Sort } from './list-table.tsx'

const columns = ['createdAt', 'title', 'used'] as const
type By = (typeof columns)[number]
const usual: Sort<By> = { by: 'createdAt', direction: 'desc' }

describe('the sort order in the URL', () => {
  test.each<[string, Sort<By>]>([
    ['', usual],
    ['title', { by: 'title', direction: 'asc' }],
    ['-used', { by: 'used', direction: 'desc' }],
    ['createdAt', { by: 'createdAt', direction: 'asc' }],
  ])('"%s" is parsed and printed', (text, sort) => {
    expect(readSort(text, columns, usual)).toEqual(sort)
    expect(printSort(sort, usual)).toBe(text)
  })

  test.each([null, 'nothing', '-', '--title'])('%s means the default order', (text) => {
    expect(readSort(text, columns, usual)).toEqual(usual)
  })
})

test('a column header sorts one way, then the other, then in the default order', () => {
  const press = (now: Sort<By>) => nextSort(now, { by: 'used', first: 'desc', usual })
  const first = press(usual)
  const second = press(first)
  expect([first, second, press(second)]).toEqual([
    { by: 'used', direction: 'desc' },
    { by: 'used', direction: 'asc' },
    usual,
  ])
})

test('the header of the default order toggles the direction', () => {
  const press = (now: Sort<By>) => nextSort(now, { by: 'createdAt', first: 'desc', usual })
  expect(press(usual)).toEqual({ by: 'createdAt', direction: 'asc' })
  expect(press(press(usual))).toEqual(usual)
})
