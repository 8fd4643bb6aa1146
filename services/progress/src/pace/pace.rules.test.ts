import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paceOf, typicalOf } from './pace.rules.ts'

const times = (count: number, time: number) => Array.from({ length: count }, () => time)

test('a typical time is the median without breaks', () => {
  expect(typicalOf([])).toBeNull()
  expect(typicalOf([1, 3])).toEqual({ factor: 2, times: 2 })
  // The break of 60 is longer than five times the median 2; without it the median is 1.5.
  expect(typicalOf([1, 1, 2, 3, 60])).toEqual({ factor: 1.5, times: 4 })
})

test('without times, the content estimates how long things take', () => {
  expect(paceOf({}, {})).toMatchObject({
    question: { minutes: 1.5, own: 0, others: 0 },
    card: { minutes: 0.5 },
    lesson: { wordsPerMinute: 200 },
    challenge: { minutes: { easy: 15, medium: 25, hard: 40 } },
  })
})

test('own times count as much as 20 of all learners, and theirs as much as 20 of the estimate', () => {
  const population = { question: { factor: 2, times: 60 } }
  // Of the population: (60 × 2 + 20 × 1) / 80 = 1.75.
  expect(paceOf({}, population).question).toEqual({ minutes: 1.5 * 1.75, own: 0, others: 60 })
  expect(paceOf({ question: times(20, 1) }, population).question).toEqual({
    ...{ minutes: (1.5 * (1 + 1.75)) / 2, own: 20, others: 60 },
  })
  const { lesson, challenge } = paceOf({ lesson: times(20, 3), challenge: times(50, 0.3) }, {})
  expect(lesson).toEqual({ wordsPerMinute: 100, own: 20, others: 0 })
  expect(challenge.minutes.hard).toBeCloseTo(40 * 0.5)
})

test('a pace lies between the estimate and the times, and breaks never change it', () => {
  const time = fc.double({ min: 0.01, max: 5, noNaN: true })
  fc.assert(
    fc.property(fc.array(time, { minLength: 3, maxLength: 50 }), (own) => {
      const { minutes } = paceOf({ question: own }, {}).question
      const factor = typicalOf(own)?.factor ?? 1
      expect(minutes / 1.5).toBeGreaterThanOrEqual(Math.min(1, factor) - 1e-9)
      expect(minutes / 1.5).toBeLessThanOrEqual(Math.max(1, factor) + 1e-9)
    }),
    { numRuns: 2_000 },
  )
  expect(paceOf({ question: [...times(9, 1), 100] }, {}).question.minutes).toBe(1.5)
})
