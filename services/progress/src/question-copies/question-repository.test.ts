import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerKey } from '../testing/answer-key.ts'
import { QuestionCache } from './question-repository.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test.each([0, -60 * 60 * 1000])(
  'caches a question for a second, even if the clock is set by %d ms',
  (jump) => {
    // For lru-cache an entry of the very first millisecond never expires.
    vi.advanceTimersByTime(1)
    const cache = new QuestionCache()
    const request = { questionId: 'q', version: undefined }
    cache.set(request, { key: answerKey({}) })
    expect(cache.get(request)).toBeDefined()
    vi.setSystemTime(Date.now() + jump)
    vi.advanceTimersByTime(1_001)
    expect(cache.get(request)).toBeUndefined()
  },
)
