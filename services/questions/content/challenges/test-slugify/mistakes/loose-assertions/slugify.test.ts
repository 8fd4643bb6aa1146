import { expect, test } from 'vitest'
import { slugify } from './slugify'

test('replaces signs', () => {
  expect(slugify('...a & b!')).toContain('a-')
  expect(slugify('Crème brûlée')).toContain('creme')
})

test('is short enough', () => {
  expect(slugify('one two three', 7).length).toBeLessThanOrEqual(7)
  expect(slugify('!')).toBeTruthy()
})
