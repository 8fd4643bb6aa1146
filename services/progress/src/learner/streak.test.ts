import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from './days.ts'
import { advanceStreak, noStreak, streakOfDays, visibleStreak } from './streak.ts'

const monday = { current: 3, longest: 7, lastDay: '2026-11-16', freezes: 0 }

describe('advanceStreak', () => {
  test('starts at one on the first day', () => {
    expect(advanceStreak(noStreak, '2026-11-16')).toEqual({
      current: 1,
      longest: 1,
      lastDay: '2026-11-16',
      freezes: 0,
    })
  })
  test('doesn’t change on the same day', () => {
    expect(advanceStreak(monday, '2026-11-16')).toEqual(monday)
  })
  test('adds one on the next day', () => {
    expect(advanceStreak(monday, '2026-11-17')).toEqual({
      current: 4,
      longest: 7,
      lastDay: '2026-11-17',
      freezes: 0,
    })
  })
  test('restarts at one after a missed day and keeps the longest streak', () => {
    expect(advanceStreak(monday, '2026-11-18')).toEqual({
      current: 1,
      longest: 7,
      lastDay: '2026-11-18',
      freezes: 0,
    })
  })
  test('extends the longest streak with the current one', () => {
    expect(advanceStreak({ ...monday, longest: 3 }, '2026-11-17').longest).toBe(4)
  })
  test('ignores an earlier day', () => {
    expect(() => advanceStreak(monday, '2026-11-15')).toThrow(RangeError)
  })
})

describe('streakOfDays', () => {
  test('closes a gap with a late day', () => {
    expect(streakOfDays(['2026-11-14', '2026-11-16', '2026-11-15'])).toEqual({
      current: 3,
      longest: 3,
      lastDay: '2026-11-16',
      freezes: 0,
    })
  })

  const days = fc.array(fc.integer({ min: 0, max: 60 }).map((offset) => addDays('2026-01-01', offset)))

  test('is never negative or above the longest streak, which never exceeds the number of days', () => {
    fc.assert(
      fc.property(days, (active) => {
        const streak = streakOfDays(active)
        expect(streak.current).toBeGreaterThanOrEqual(active.length > 0 ? 1 : 0)
        expect(streak.current).toBeLessThanOrEqual(streak.longest)
        expect(streak.longest).toBeLessThanOrEqual(new Set(active).size)
      }),
    )
  })
  test('doesn’t depend on the order in which answers arrive', () => {
    fc.assert(
      fc.property(days, (active) => {
        expect(streakOfDays([...active].reverse())).toEqual(streakOfDays(active))
      }),
    )
  })
})

describe('visibleStreak', () => {
  test.each([
    ['2026-11-16', 3],
    ['2026-11-17', 3],
    ['2026-11-18', 0],
    // The learner flew west, so today is a day before the last answer's day.
    ['2026-11-15', 3],
  ])('on %s shows %i days', (today, shown) => {
    expect(visibleStreak(monday, today)).toBe(shown)
  })
  test('lasts a day longer with a freeze, which an answer today would use for yesterday', () => {
    expect(visibleStreak({ ...monday, freezes: 1 }, '2026-11-18')).toBe(3)
    expect(visibleStreak({ ...monday, freezes: 1 }, '2026-11-19')).toBe(0)
    expect(visibleStreak({ ...monday, freezes: 2 }, '2026-11-19')).toBe(0)
  })
  test('is zero without answers', () => {
    expect(visibleStreak(noStreak, '2026-11-16')).toBe(0)
  })
})
