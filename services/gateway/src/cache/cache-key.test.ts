import { expect, test } from 'vitest'
import { cacheKey } from './cache-key.ts'

test('the order of parameters and how they are spelt make no difference, repeated ones keep theirs', () => {
  const key = cacheKey('/api/questions/unified?tags=b&tags=a&page=2&search=a%20b')
  expect(cacheKey('/api/questions/unified?search=a+b&page=2&tags=b&tags=a')).toBe(key)
  expect(cacheKey('/api/questions/unified?search=a+b&page=2&tags=a&tags=b')).not.toBe(key)
  expect(cacheKey('/api/questions/unified?search=a+b&page=3&tags=b&tags=a')).not.toBe(key)
})

test('what is drawn at random is drawn anew, unless a seed says how', () => {
  expect(cacheKey('/api/questions/unified?random=true&count=5')).toBeNull()
  expect(cacheKey('/api/questions/unified?random=true&count=5&seed=x')).not.toBeNull()
})
