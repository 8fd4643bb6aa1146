import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerKey } from '../testing/answer-key.ts'
import { type KeyRequest, QuestionCache } from './question-repository.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test.each([0, -60 * 60 * 1000])(
  'caches a question for a second, even if the clock changes by %d ms',
  (jump) => {
    const cache = new QuestionCache()
    const request = { questionId: 'q', version: undefined }
    expect(cache.expired()).toEqual([])
    cache.set(request, { key: answerKey({}) })
    expect(cache.get(request)).toBeDefined()
    expect(cache.expired()).toEqual([])
    vi.setSystemTime(Date.now() + jump)
    vi.advanceTimersByTime(1_001)
    expect(cache.get(request)).toBeUndefined()
  },
)

test('reloads exactly the questions requested within that second, in one read', () => {
  const cache = new QuestionCache()
  const [asked, other] = ['asked', 'other'].map((questionId) => ({ questionId, version: undefined }))
  cache.expired()
  for (const request of [asked, other]) if (request) cache.set(request, { key: answerKey({}) })
  if (asked) cache.get(asked)
  vi.advanceTimersByTime(1_001)
  expect(cache.expired()).toEqual([asked])
  vi.advanceTimersByTime(1_001)
  expect(cache.expired()).toEqual([])
})

test('reads the questions in use again in the background, before they expire', async () => {
  const cache = new QuestionCache()
  const [asked, other] = [
    { questionId: 'asked', version: undefined },
    { questionId: 'other', version: undefined },
  ]
  const [before, after] = [{ key: answerKey({}) }, { key: answerKey({}) }]
  cache.expired()
  for (const request of [asked, other]) cache.set(request, before)
  cache.get(asked)
  const read = vi.fn(async (requests: readonly KeyRequest[]) => requests.map(() => after))
  await cache.refresh(read)
  expect(read).not.toHaveBeenCalled()
  vi.advanceTimersByTime(600)
  await Promise.all([cache.refresh(read), cache.refresh(read)])
  expect(read.mock.calls).toEqual([[[asked]]])
  vi.advanceTimersByTime(600)
  expect(cache.get(asked)).toBe(after)
  expect(cache.get(other)).toBeUndefined()
  await expect(cache.refresh(() => Promise.reject(new Error('no database')))).rejects.toThrow('no database')
  expect(cache.get(asked)).toBe(after)
  vi.advanceTimersByTime(500)
  expect(cache.get(asked)).toBeUndefined()
})
