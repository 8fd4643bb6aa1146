import { expect, test } from 'vitest'
import { hashedUuid } from './hashed-uuid.ts'

test('ids derived from a text stay the same across releases', () => {
  expect(hashedUuid('question replay 1')).toBe('57462ba4-04ab-8bd2-8cca-75e37b9d48e6')
})
