import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { returnPath } from './routes.ts'

describe('returnPath', () => {
  test.each([
    '/',
    '/questions',
    '/questions?learningPath=react-practice&page=2#top',
    '/dashboard?next=https://example.com',
    '/%2e%2e/questions',
    '/apiary',
    '/authors',
  ])('keeps the path %s', (path) => {
    const goOn = returnPath(path)
    expect(goOn).toBe(new URL(path, 'http://ours.example').href.slice('http://ours.example'.length))
  })

  test.each([
    undefined,
    '',
    'questions',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/./\\evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    'https://evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '@evil.example',
    'http://here.invalid/questions',
    '/api/auth/oauth/google',
    '/api',
    '/auth?failed=google',
    '/x/../api/progress/get',
    '/%61pi/../api/x',
  ])('returns the start page instead of %j', (path) => {
    expect(returnPath(path)).toBe('/')
  })

  test('stays on the site’s own origin for any input', () => {
    const awkward = fc.string({
      unit: fc.constantFrom('/', '\\', '.', '\t', '\n', ':', '@', '?', '#', '%2f', 'e', ' '),
    })
    fc.assert(
      fc.property(fc.oneof(awkward, fc.string()), (path) => {
        const address = new URL(returnPath(path), 'https://ours.example/auth')
        expect(address.origin).toBe('https://ours.example')
      }),
      { numRuns: 500 },
    )
  })
})
