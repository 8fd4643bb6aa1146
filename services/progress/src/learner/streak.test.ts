import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from './days.ts'
import { advanceStreak, noStreak, streakOfDays, visibleStreak } from './streak.ts'

const monday = { current: 3, longest: 7, lastDay: '2026-11-16', freezes: 0 }

describe('advanceStreak', () => {
  test('the first day starts at one', () => {
    expect(advanceStreak(noStreak, '2026-11-16')).toEqual({
      current: 1,
      longest: 1,
      lastDay: '2026-11-16',
      freezes: 0,
    })
  })
  test('the same day changes nothing', () => {
    expect(advanceStreak(monday, '2026-11-16')).toEqual(monday)
  })
  test('the next day adds one', () => {
    expect(advanceStreak(monday, '2026-11-17')).toEqual({
      current: 4,
      longest: 7,
      lastDay: '2026-11-17',
      freezes: 0,
    })
  })
  test('a missed day resets to one and keeps the longest', () => {
    expect(advanceStreak(monday, '2026-11-18')).toEqual({
      current: 1,
      longest: 7,
      lastDay: '2026-11-18',
      freezes: 0,
    })
  })
  test('the longest grows with the current', () => {
    expect(advanceStreak({ ...monday, longest: 3 }, '2026-11-17').longest).toBe(4)
  })
  test('an earlier day is not its business', () => {
    expect(() => advanceStreak(monday, '2026-11-15')).toThrow(RangeError)
  })
})

describe('streakOfDays', () => {
  test('a late day closes a gap', () => {
    expect(streakOfDays(['2026-11-14', '2026-11-16', '2026-11-15'])).toEqual({
      current: 3,
      longest: 3,
      lastDay: '2026-11-16',
      freezes: 0,
    })
  })

  const days = fc.array(fc.integer({ min: 0, max: 60 }).map((offset) => addDays('2026-01-01', offset)))

  test('is never negative and never above the longest, which never exceeds the days', () => {
    fc.assert(
      fc.property(days, (active) => {
        const streak = streakOfDays(active)
        expect(streak.current).toBeGreaterThanOrEqual(active.length > 0 ? 1 : 0)
        expect(streak.current).toBeLessThanOrEqual(streak.longest)
        expect(streak.longest).toBeLessThanOrEqual(new Set(active).size)
      }),
    )
  })
  test('does not depend on the order in which answers arrive', () => {
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
    // The learner flew west: today is a day behind the last answer's.
    ['2026-11-15', 3],
  ])('on %s it shows %i', (today, shown) => {
    expect(visibleStreak(monday, today)).toBe(shown)
  })
  test('with a freeze held, a day longer: answered today, it would bridge yesterday', () => {
    expect(visibleStreak({ ...monday, freezes: 1 }, '2026-11-18')).toBe(3)
    expect(visibleStreak({ ...monday, freezes: 1 }, '2026-11-19')).toBe(0)
    expect(visibleStreak({ ...monday, freezes: 2 }, '2026-11-19')).toBe(0)
  })
  test('nothing without answers', () => {
    expect(visibleStreak(noStreak, '2026-11-16')).toBe(0)
  })
})
