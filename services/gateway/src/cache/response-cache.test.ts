import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CachedResponse } from './response-cache.ts'
import { ResponseCache } from './response-cache.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'Date', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const reply = (body = 'x'): CachedResponse => ({ status: 200, headers: {}, body })

test('while changes may be missed, a response is used for a second at most', async () => {
  const changes = { current: true, isCurrent: () => changes.current }
  const cache = new ResponseCache(changes)
  await cache.fetch('key', async () => reply())
  vi.advanceTimersByTime(30_000)
  expect(cache.find('key')).toEqual(reply())
  changes.current = false
  expect(cache.find('key')).toBeUndefined()
  await cache.fetch('key', async () => reply('y'))
  vi.advanceTimersByTime(999)
  expect(cache.find('key')).toEqual(reply('y'))
  vi.advanceTimersByTime(1)
  expect(cache.find('key')).toBeUndefined()
})

test('without a change, a response is fetched again after a minute', async () => {
  const cache = new ResponseCache({ isCurrent: () => true })
  await cache.fetch('key', async () => reply())
  vi.advanceTimersByTime(60_001)
  expect(cache.find('key')).toBeUndefined()
})

test('a failed fetch rejects all waiting requests, and the next one tries again', async () => {
  const cache = new ResponseCache({ isCurrent: () => true })
  const failing = () => Promise.reject(new Error('away'))
  const waiting = [cache.fetch('key', failing), cache.fetch('key', failing)]
  expect((await Promise.allSettled(waiting)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await cache.fetch('key', async () => reply())).toEqual(reply())
})

test('a response too large to cache is still passed on', async () => {
  const cache = new ResponseCache({ isCurrent: () => true })
  const long = reply('x'.repeat(1024 * 1024 + 1))
  expect(await cache.fetch('key', async () => long)).toBe(long)
  expect(cache.find('key')).toBeUndefined()
})
