import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newLearner } from '../learner/state.ts'
import { LearnersAtHand } from './learner-cache.ts'

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

test('goes on from what was recorded: version, attempts, and that a question was solved once', () => {
  const atHand = new LearnersAtHand()
  const { head, learner } = atHand.keep('ada', read('ada'))
  atHand.advance({ head, learner, events: [answered(true, 1), answered(false, 2)] })
  expect(atHand.get('ada')).toMatchObject({ head: { version: 3 } })
  expect(atHand.get('ada')?.answered.get('q')).toEqual({ attempts: 2, isSolved: true })
})

test('forgets one whose key was made with what was recorded, or who was read anew meanwhile', () => {
  const atHand = new LearnersAtHand()
  const first = atHand.keep('ada', read('ada', 0, null))
  atHand.advance({ ...first, events: [answered(true, 1)] })
  expect(atHand.get('ada')).toBeUndefined()
  const { head, learner } = atHand.keep('bob', read('bob'))
  atHand.keep('bob', read('bob', 5))
  atHand.advance({ head, learner, events: [answered(true, 1)] })
  expect(atHand.get('bob')).toBeUndefined()
})

test('after a minute a learner is at hand no longer, and nothing of them is kept', () => {
  const atHand = new LearnersAtHand()
  atHand.keep('ada', read('ada'))
  vi.advanceTimersByTime(30_000)
  atHand.keep('bob', read('bob'))
  vi.advanceTimersByTime(30_000)
  expect([atHand.get('ada'), atHand.get('bob')?.head.version]).toEqual([undefined, 1])
  expect(atHand.size).toBe(1)
  vi.advanceTimersByTime(30_000)
  expect(atHand.size).toBe(0)
  expect(vi.getTimerCount()).toBe(0)
})

test('nobody is at hand for longer because the clock is set back', () => {
  const atHand = new LearnersAtHand()
  atHand.keep('ada', read('ada'))
  atHand.mistrust()
  vi.setSystemTime(Date.now() - 60 * 60 * 1000)
  vi.advanceTimersByTime(5_000)
  expect(atHand.get('ada')).toBeDefined()
  vi.advanceTimersByTime(55_000)
  expect(atHand.get('ada')).toBeUndefined()
  expect(atHand.size).toBe(0)
})

test('once somebody has answered elsewhere as well nobody is at hand for some seconds', () => {
  const atHand = new LearnersAtHand()
  atHand.mistrust()
  atHand.keep('ada', read('ada'))
  expect(atHand.get('ada')).toBeUndefined()
  vi.advanceTimersByTime(5_000)
  expect(atHand.get('ada')).toBeDefined()
})
