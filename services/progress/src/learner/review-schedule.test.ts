import { RETENTION } from '@rehearse/contracts/constants'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  decodeRating,
  encodeRating,
  type Rated,
  type Rating,
  ratingOfAnswer,
  scheduleWith,
  usualSchedule,
  usualSettings,
} from './review-schedule.ts'

const start = Date.parse('2026-11-21T12:00:00Z')
const rated = (minutes: number, rating: Rating): Rated => ({
  at: new Date(start + minutes * 60_000),
  rating,
})
const ratings = fc
  .array(
    fc.record({
      minutes: fc.integer({ min: 0, max: 200_000 }),
      rating: fc.constantFrom<Rating>(1, 2, 3, 4, 5),
    }),
    { minLength: 1, maxLength: 20 },
  )
  .map((given) => given.map(({ minutes, rating }) => rated(minutes, rating)))
  .map((given) => given.sort((one, other) => one.at.getTime() - other.at.getTime()))
const retention = fc.integer({ min: RETENTION.min, max: RETENTION.max })
const weights = fc.constantFrom(
  null,
  // Those of a learner who forgets twice as fast.
  [
    0.1, 0.6, 1.15, 4.1, 6.4, 0.83, 3.02, 0.001, 1.87, 0.17, 0.8, 1.48, 0.06, 0.26, 1.65, 0.6, 1.87, 0.54,
    0.09, 0.07, 0.15,
  ],
)

const answer = (changes: Partial<Parameters<typeof ratingOfAnswer>[0]> = {}) =>
  ratingOfAnswer({ isCorrect: true, timeSpent: 40, difficulty: 'intermediate', ...changes })
const minute = 1
const day = 24 * 60

test('a forgotten card comes back within minutes', () => {
  const forgotten = rated(0, answer({ isCorrect: false }))
  expect(usualSchedule.of([forgotten]).due).toEqual(new Date('2026-11-21T12:01:00Z'))
  expect(usualSchedule.of([forgotten, rated(5, answer())]).due).toEqual(new Date('2026-11-21T12:15:00Z'))
})

test.each([
  ['an answer', answer()],
  ['a fast answer', answer({ timeSpent: 4 })],
  ['a review', 3 as const],
])('%s that is correct at once is rated good, and comes back after days, not minutes', (_what, rating) => {
  expect(usualSchedule.of([rated(0, rating)])).toMatchObject({
    due: new Date('2026-11-23T12:00:00Z'),
    state: 2,
  })
})

test('a first good rating never comes back within ten minutes, whatever the settings', () => {
  fc.assert(
    fc.property(retention, weights, fc.constantFrom<Rating>(3, 5), (wanted, fitted, rating) => {
      const { due } = scheduleWith({ retention: wanted, weights: fitted }).of([rated(0, rating)])
      expect(due.getTime()).toBeGreaterThan(start + 10 * 60_000)
    }),
  )
})

test.each<[string, Rating]>([
  ['an incorrect answer', answer({ isCorrect: false, timeSpent: 1 })],
  ['an answer that took more than half of the usual time', answer({ timeSpent: 31 })],
  ['an answer whose time is unknown', answer({ timeSpent: 0 })],
])('%s isn’t easy', (_what, rating) => {
  const easy = usualSchedule.of([rated(0, 3), rated(3 * day, 4)])
  expect(usualSchedule.of([rated(0, 3), rated(3 * day, rating)]).due.getTime()).toBeLessThan(
    easy.due.getTime(),
  )
})

test('a fast correct answer is easy for a card that was known a day before, and else good', () => {
  const fast = answer({ timeSpent: 30 })
  const dueAfter = (given: Rated[]) => usualSchedule.of(given).due
  const afterBoth = (before: Rated[], at: number) =>
    [fast, 4, 3].map((rating) => dueAfter([...before, rated(at, rating as Rating)]))
  const [known, easy] = afterBoth([rated(0, 3)], 2 * day)
  expect(known).toEqual(easy)
  // Minutes later it is still in mind.
  const [sameDay, , goodAgain] = afterBoth([rated(0, 3)], 30 * minute)
  expect(sameDay).toEqual(goodAgain)
  const [forgotten, , good] = afterBoth([rated(0, 3), rated(2 * day, 1)], 4 * day)
  expect(forgotten).toEqual(good)
})

test('the schedule after each rating equals the one computed from all of them', () => {
  fc.assert(
    fc.property(ratings, retention, weights, (given, wanted, fitted) => {
      const schedule = scheduleWith({ retention: wanted, weights: fitted })
      const [first, ...others] = given as [Rated, ...Rated[]]
      const stored = others.reduce(schedule.next, schedule.of([first]))
      expect(stored).toEqual(schedule.of(given))
      expect(stored.reps).toBe(given.length)
      expect(stored.due.getTime()).toBeGreaterThan(given.at(-1)?.at.getTime() ?? 0)
    }),
  )
})

test('with a higher retention no card is due later, and what is remembered stays the same', () => {
  fc.assert(
    fc.property(ratings, retention, retention, weights, (given, one, other, fitted) => {
      const [lower, higher] = [Math.min(one, other), Math.max(one, other)].map((wanted) =>
        scheduleWith({ retention: wanted, weights: fitted }).of(given),
      )
      expect(higher?.due.getTime()).toBeLessThanOrEqual(lower?.due.getTime() ?? 0)
      const memoryOf = (card: typeof lower) => [card?.state, card?.stability, card?.difficulty, card?.lapses]
      expect(memoryOf(higher)).toEqual(memoryOf(lower))
    }),
  )
})

test('never schedules a better rating earlier, even on a card dated in the future', () => {
  fc.assert(
    fc.property(ratings, retention, weights, (given, wanted, fitted) => {
      const schedule = scheduleWith({ retention: wanted, weights: fitted })
      const previews = schedule.preview(schedule.of(given), new Date(start))
      const due = previews.map((preview) => preview.due.getTime())
      expect(due).toEqual([...due].sort((one, other) => one - other))
      expect(previews.every(({ interval }) => interval > 0)).toBe(true)
    }),
  )
})

test('a preview shows what the rating then gives', () => {
  const schedule = scheduleWith({ ...usualSettings, retention: 95 })
  const card = schedule.of([rated(0, 3)])
  for (const { rating, due } of schedule.preview(card, new Date(start + 2 * day * 60_000))) {
    expect(schedule.next(card, rated(2 * day, rating)).due).toEqual(due)
  }
})

test('the chance of remembering is 90 % after as many days as the stability', () => {
  const card = { ...usualSchedule.of([rated(0, 3)]), stability: 4 }
  expect(usualSchedule.recall(card, card.last_review ?? card.due)).toBe(1)
  expect(usualSchedule.recall(card, new Date(start + 4 * day * 60_000))).toBeCloseTo(0.9)
})

test('a rating is stored as one number', () => {
  fc.assert(
    fc.property(ratings, (given) => {
      expect(given.map(encodeRating).map(decodeRating)).toEqual(given)
    }),
  )
})
