import { describe, expect, test } from 'vitest'
import { searchTerms } from './tsquery.ts'

const required = (search: string) =>
  searchTerms(search).required.map(({ text, open }) => text + (open ? '*' : ''))

describe('searchTerms', () => {
  test.each([
    ['flexbox cent', ['flexbox', 'cent*']],
    ['===', ['===']],
    ['a === b', ['b', '===']],
    ['Array.map', ['array', 'map*', 'array.', '.map*']],
    ['C++', ['c', 'c++']],
    ['async/await', ['async', 'await*']],
    ['.then(', ['.then*', 'then(']],
    [':has', ['has*', ':has*']],
    ['<dialog>', ['dialog', '<dialog*']],
    ['closures?', ['closures']],
    ['"closures", (mostly).', ['closures', 'mostly']],
    ['what is a closure', ['closure*']],
    ['what is this', ['what', 'is', 'this*']],
    ['?!', []],
  ])('%s', (search, expected) => {
    expect(required(search)).toEqual(expected)
  })

  test('uses words that every question has for ranking only', () => {
    expect(searchTerms('this in arrow functions').welcome.map(({ text }) => text)).toEqual(['this', 'in'])
  })
})
