import { expect, test } from 'vitest'
import { normalizeEmail } from './normalize-email.ts'

test.each([
  [' Ann@Example.COM ', 'ann@example.com'],
  ['ann@example.com', 'ann@example.com'],
])('normalizes %j to %j', (typed, address) => {
  expect(normalizeEmail(typed)).toBe(address)
})

test.each([
  '',
  'ann',
  'ann@',
  'ann@example.com\u0000',
  '\ud800@example.com',
  `${'a'.repeat(300)}@example.com`,
])('returns an empty string for %j', (typed) => {
  expect(normalizeEmail(typed)).toBe('')
})
