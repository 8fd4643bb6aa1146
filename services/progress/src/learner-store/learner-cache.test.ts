import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newLearner } from '../learner/state.ts'
import { LearnerCache } from './learner-cache.ts'

const read = (learnerId: string, version = 1, wrappedKey: Buffer | null = Buffer.from('key')) => ({
  head: { version, wrappedKey, isErased: false },
  learner: newLearner(learnerId),
})
const answered = (isCorrect: boolean, attempt: number) => ({
  eventId: `event-${attempt}`,
  type: 'AnswerSubmitted',
  schemaVersion: 1,
  data: { questionId: 'q', attempt, isCorrect },
  metadata: { correlationId: null, causationId: null },
})

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('updates the cached version and attempts from recorded events', () => {
  const cache = new LearnerCache()
  const { head, learner } = cache.set('ada', read('ada'))
  cache.advance({ head, learner, events: [answered(true, 1), answered(false, 2)] })
  expect(cache.get('ada')).toMatchObject({ head: { version: 3 } })
  expect(cache.get('ada')?.answered.get('q')).toEqual({ attempts: 2 })
})

test('drops a learner whose key was created by the write, or who was reloaded meanwhile', () => {
  const cache = new LearnerCache()
  const first = cache.set('ada', read('ada', 0, null))
  cache.advance({ ...first, events: [answered(true, 1)] })
  expect(cache.get('ada')).toBeUndefined()
  const { head, learner } = cache.set('bob', read('bob'))
  cache.set('bob', read('bob', 5))
  cache.advance({ head, learner, events: [answered(true, 1)] })
  expect(cache.get('bob')).toBeUndefined()
})

test('drops a learner after a minute', () => {
  const cache = new LearnerCache()
  cache.set('ada', read('ada'))
  vi.advanceTimersByTime(30_000)
  cache.set('bob', read('bob'))
  vi.advanceTimersByTime(30_000)
  expect([cache.get('ada'), cache.get('bob')?.head.version]).toEqual([undefined, 1])
  expect(cache.size).toBe(1)
  vi.advanceTimersByTime(30_000)
  expect(cache.size).toBe(0)
  expect(vi.getTimerCount()).toBe(0)
})

test('doesn’t extend the time to live when the clock is set back', () => {
  const cache = new LearnerCache()
  cache.set('ada', read('ada'))
  cache.bypass()
  vi.setSystemTime(Date.now() - 60 * 60 * 1000)
  vi.advanceTimersByTime(5_000)
  expect(cache.get('ada')).toBeDefined()
  vi.advanceTimersByTime(55_000)
  expect(cache.get('ada')).toBeUndefined()
  expect(cache.size).toBe(0)
})

test('bypasses the cache for a few seconds after a conflict with another replica', () => {
  const cache = new LearnerCache()
  cache.bypass()
  cache.set('ada', read('ada'))
  expect(cache.get('ada')).toBeUndefined()
  vi.advanceTimersByTime(5_000)
  expect(cache.get('ada')).toBeDefined()
})
