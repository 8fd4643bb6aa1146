import { expect, test } from 'vitest'
import { normalizeEmail } from './normalize-email.ts'

test.each([
  [' Ann@Example.COM ', 'ann@example.com'],
  ['ann@example.com', 'ann@example.com'],
])('%j is somebody’s address', (typed, address) => {
  expect(normalizeEmail(typed)).toBe(address)
})

test.each([
  '',
  'ann',
  'ann@',
  'ann@example.com\u0000',
  '\ud800@example.com',
  `${'a'.repeat(300)}@example.com`,
])('%j is nobody’s address', (typed) => {
  expect(normalizeEmail(typed)).toBe('')
})
