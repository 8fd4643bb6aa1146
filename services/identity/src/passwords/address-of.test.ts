import { expect, test } from 'vitest'
import { addressOf } from './address-of.ts'

test.each([
  [' Ann@Example.COM ', 'ann@example.com'],
  ['ann@example.com', 'ann@example.com'],
])('%j is somebody’s address', (typed, address) => {
  expect(addressOf(typed)).toBe(address)
})

test.each([
  '',
  'ann',
  'ann@',
  'ann@example.com\u0000',
  '\ud800@example.com',
  `${'a'.repeat(300)}@example.com`,
])('%j is nobody’s address', (typed) => {
  expect(addressOf(typed)).toBe('')
})
