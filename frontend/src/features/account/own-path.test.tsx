import { expect, test } from 'vitest'
import { ownPath } from './sign-in-page.tsx'

test.each(['/', '/questions?category=CSS#top', '/dashboard'])('continues at %s', (path) => {
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
])('falls back to the start page for %j', (path) => {
  expect(ownPath(path)).toBe('/')
})
