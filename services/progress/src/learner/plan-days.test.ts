import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dailyTargets, planDayOf, shares } from './plan-days.ts'

describe('the day of a plan', () => {
  const startedOn = '2026-11-01'
  const pauses = [
    { from: '2026-11-02', to: '2026-11-09' },
    { from: '2026-11-10', to: null },
  ]
  test.each([
    ['2026-11-01', 1],
    ['2026-11-02', 2],
    ['2026-11-05', 2],
    ['2026-11-09', 2],
    ['2026-11-10', 3],
    ['2026-11-30', 3],
    ['2026-10-30', 1],
  ])('%s is day %i, though it was paused twice', (date, day) => {
    expect(planDayOf(date, { startedOn, pauses })).toBe(day)
  })
})

describe('what a day asks for', () => {
  test('an even share', () => {
    expect(dailyTargets({ duration: 2, totalQuestions: 150, dailyQuestions: 75 })).toEqual([75, 75])
  })
  test('less on the last day', () => {
    expect(dailyTargets({ duration: 3, totalQuestions: 100, dailyQuestions: 34 })).toEqual([34, 34, 32])
  })
  test('all that is left on the last day, and nothing when all is done before', () => {
    expect(dailyTargets({ duration: 3, totalQuestions: 100, dailyQuestions: 10 })).toEqual([10, 10, 80])
    expect(dailyTargets({ duration: 3, totalQuestions: 10, dailyQuestions: 10 })).toEqual([10, 0, 0])
  })
})

test('shares add up to the whole and none is off by one or more', () => {
  const weights = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000 }), weights, (total, given) => {
      const parts = shares(total, given)
      expect(parts.reduce((a, b) => a + b, 0)).toBe(total)
      const sum = given.reduce((a, b) => a + b, 0)
      if (sum === 0) return
      parts.forEach((part, index) => {
        expect(Math.abs(part - (total * (given[index] ?? 0)) / sum)).toBeLessThan(1)
      })
    }),
  )
})
