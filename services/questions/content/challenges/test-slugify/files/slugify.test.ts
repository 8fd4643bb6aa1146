import { expect, test } from 'vitest'
import { slugify } from './slugify'

test('replaces spaces', () => {
  expect(slugify('hello world')).not.toContain(' ')
})
