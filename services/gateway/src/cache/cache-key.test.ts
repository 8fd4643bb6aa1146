import { expect, test } from 'vitest'
import { cacheKey } from './read-through.ts'

const url = '/api/questions/unified'

test('ignores the order of parameters, but not of repeated ones', () => {
  const key = cacheKey(`${url}?tags=b&tags=a&page=2`, { tags: ['b', 'a'], page: '2' })
  expect(cacheKey(`${url}?page=2&tags=b&tags=a`, { page: '2', tags: ['b', 'a'] })).toBe(key)
  expect(cacheKey(`${url}?page=2&tags=a&tags=b`, { page: '2', tags: ['a', 'b'] })).not.toBe(key)
  expect(cacheKey(`${url}?page=3&tags=b&tags=a`, { page: '3', tags: ['b', 'a'] })).not.toBe(key)
})

test("text in a parameter can't imitate other parameters", () => {
  const asked = cacheKey(`${url}?page=1&search=css`, { page: '1', search: 'css' })
  expect(cacheKey(`${url}?page=1%26search%3Dcss`, { page: '1&search=css' })).not.toBe(asked)
  expect(cacheKey(`${url}??page=1&search=css`, { '?page': '1', search: 'css' })).not.toBe(asked)
  expect(cacheKey(`${url}?a=b%2Cc`, { a: 'b,c' })).not.toBe(cacheKey(`${url}?a=b&a=c`, { a: ['b', 'c'] }))
})

test('random selections are not cached, unless they have a seed', () => {
  expect(cacheKey(`${url}?random=true&count=5`, { random: 'true', count: '5' })).toBeNull()
  const seeded = { random: 'true', count: '5', seed: 'x' }
  expect(cacheKey(`${url}?random=true&count=5&seed=x`, seeded)).not.toBeNull()
})
