import { expect, test } from 'vitest'
import { ownPath } from './sign-in-page.tsx'

test.each(['/', '/questions?category=CSS#top', '/dashboard'])('goes on at %s', (path) => {
  expect(ownPath(path)).toBe(path)
})

test.each([
  null,
  '',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/auth?failed=google',
])('goes nowhere else: %j', (path) => {
  expect(ownPath(path)).toBe('/')
})
