import { expect, test } from 'vitest'
import { slugify } from './slugify'

test('creates a slug', () => {
  expect(slugify('Hello World')).toBe('hello-world')
  expect(slugify('Café')).toBe('cafe')
})
