import { expect, test } from 'vitest'
import { slugify } from './slugify'

const titles = ['Hello, World!', '  --a--  b--', 'ÀÉÎ õü', '', '100% sure?', 'a'.repeat(99), 'word '.repeat(30)]

test.each(titles)('the slug of %j is well-formed', (title) => {
  const slug = slugify(title)
  expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  expect(slug.length).toBeLessThanOrEqual(40)
})

test.each([
  ['Über Größe — naïve', 99, 'uber-gro-e-naive'],
  ['Hello, World!', 40, 'hello-world'],
  ['???', 40, 'untitled'],
  ['abc def', 7, 'abc-def'],
  ['abc def', 6, 'abc'],
  ['abc def ghi', 7, 'abc-def'],
  ['abcdef', 3, 'abc'],
])('%j with %i characters is %s', (title, length, slug) => {
  expect(slugify(title, length)).toBe(slug)
})

test('the default length is 40', () => {
  expect(slugify('z'.repeat(41)).length).toBe(40)
})
