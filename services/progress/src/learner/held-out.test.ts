import { expect, test } from 'vitest'
import { compare, holdOut } from './held-out.ts'
import { type Rated, type Schedule, usualSchedule } from './review-schedule.ts'

const start = Date.parse('2026-01-01T12:00:00Z')
const at = (day: number) => new Date(start + day * 86_400_000)
/** Each of these cards is rated on these days; every tenth review is forgotten. */
const cards = (count: number, days: readonly number[]): Rated[][] =>
  Array.from({ length: count }, (_, card) =>
    days.map((day, index) => ({ at: at(day + card), rating: (card + index) % 10 === 9 ? 1 : 3 })),
  )
const certain = (recall: number): Schedule => ({ ...usualSchedule, recall: () => recall })

test('holds out the newest fifth of the ratings, and trains only with older ones', () => {
  const given = cards(200, [0, 2, 5, 9])
  const split = holdOut(given)
  expect(split).not.toBeNull()
  const { heldOut } = compare(given, split?.from ?? 0, { before: usualSchedule, after: usualSchedule })
  expect((split?.training.length ?? 0) + heldOut).toBe(600)
  expect(heldOut / 600).toBeGreaterThanOrEqual(0.2)
  expect(heldOut / 600).toBeLessThan(0.22)
  for (const history of split?.training ?? []) {
    expect(history[0]?.days).toBe(0)
    expect(history.at(-1)?.days).toBeGreaterThan(0)
  }
})

test('needs a hundred ratings to test on; ratings of one day are no predictions', () => {
  expect(holdOut(cards(160, [0, 2, 5, 9]))).toBeNull()
  expect(holdOut(cards(3_000, [0, 0, 0]))).toBeNull()
  expect(holdOut([])).toBeNull()
})

test('the mean log loss of better predictions is lower', () => {
  const given = cards(200, [0, 2, 5, 9])
  const from = holdOut(given)?.from ?? 0
  const result = compare(given, from, { before: certain(0.5), after: certain(0.9) })
  expect(result.logLossBefore).toBeCloseTo(Math.log(2))
  expect(result.logLossAfter).toBeLessThan(0.4)
  expect(result.isBetter).toBe(true)
  expect(compare(given, from, { before: certain(0.9), after: certain(0.5) }).isBetter).toBe(false)
})

test('equal or hardly better predictions aren’t better', () => {
  const given = cards(200, [0, 2, 5, 9])
  const from = holdOut(given)?.from ?? 0
  expect(compare(given, from, { before: certain(0.9), after: certain(0.9) }).isBetter).toBe(false)
  expect(compare(given, from, { before: certain(0.88), after: certain(0.89) }).isBetter).toBe(false)
})
