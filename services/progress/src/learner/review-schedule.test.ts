import type { CardRating } from '@rehearse/contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { previewOf, type Rated, ratingOfAnswer, scheduleOf } from './review-schedule.ts'

const start = Date.parse('2026-11-21T12:00:00Z')
const rated = (minutes: number, rating: CardRating): Rated => ({
  at: new Date(start + minutes * 60_000),
  rating,
})
const ratings = fc
  .array(
    fc.record({
      minutes: fc.integer({ min: 0, max: 200_000 }),
      rating: fc.constantFrom<CardRating>(1, 2, 3, 4),
    }),
    { minLength: 1, maxLength: 20 },
  )
  .map((given) => given.map(({ minutes, rating }) => rated(minutes, rating)))
  .map((given) => given.sort((one, other) => one.at.getTime() - other.at.getTime()))

test('schedules forgotten cards within minutes, and easy ones days later', () => {
  expect(scheduleOf([rated(0, ratingOfAnswer({ isCorrect: false, attempt: 1 }))]).due).toEqual(
    new Date('2026-11-21T12:01:00Z'),
  )
  expect(scheduleOf([rated(0, ratingOfAnswer({ isCorrect: true, attempt: 1 }))]).due).toEqual(
    new Date('2026-11-29T12:00:00Z'),
  )
  expect(scheduleOf([rated(0, 1), rated(5, ratingOfAnswer({ isCorrect: true, attempt: 2 }))]).due).toEqual(
    new Date('2026-11-21T12:15:00Z'),
  )
})

test('gives the same schedule for the same ratings, never due before the last review', () => {
  fc.assert(
    fc.property(ratings, (given) => {
      const card = scheduleOf(given)
      expect(scheduleOf(given)).toEqual(card)
      expect(card.reps).toBe(given.length)
      expect(card.due.getTime()).toBeGreaterThan(given.at(-1)?.at.getTime() ?? 0)
    }),
  )
})

test('never schedules a better rating earlier, even on a card dated in the future', () => {
  fc.assert(
    fc.property(ratings, (given) => {
      const previews = previewOf(scheduleOf(given), new Date(start))
      const due = previews.map((preview) => preview.due.getTime())
      expect(due).toEqual([...due].sort((one, other) => one - other))
      expect(previews.every(({ interval }) => interval > 0)).toBe(true)
    }),
  )
})
