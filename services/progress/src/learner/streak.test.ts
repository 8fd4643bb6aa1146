import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day, localDay, utcOffset } from './days.ts'
import {
  advanceStreak,
  type DayMoments,
  freezeDays,
  noStreak,
  type Streak,
  stepStreak,
  streakOfDays,
  visibleStreak,
} from './streak.ts'

const noonOf = (day: Day): Date => new Date(`${day}T12:00:00Z`)
/** A single activity at noon, in UTC. */
const noon = (day: Day): DayMoments => {
  const moment = { at: noonOf(day).getTime(), timeZone: 'UTC' }
  return { first: moment, last: moment }
}
const daysOf = (days: readonly Day[]) => new Map(days.map((day) => [day, noon(day)]))
const advance = (streak: Streak, day: Day) => advanceStreak(streak, day, noon(day))

const monday = {
  ...{ current: 3, longest: 7, lastDay: '2026-11-16', freezes: 0 },
  ...{ first: null, last: noon('2026-11-16').last, skipped: [] },
}

describe('advanceStreak', () => {
  test('starts at one on the first day', () => {
    expect(advance(noStreak, '2026-11-16')).toMatchObject({
      current: 1,
      longest: 1,
      lastDay: '2026-11-16',
      freezes: 0,
    })
  })
  test('doesn’t change on the same day', () => {
    expect(advance(monday, '2026-11-16')).toEqual(monday)
  })
  test('adds one on the next day', () => {
    expect(advance(monday, '2026-11-17')).toMatchObject({
      current: 4,
      longest: 7,
      lastDay: '2026-11-17',
      freezes: 0,
    })
  })
  test('restarts at one after a missed day and keeps the longest streak', () => {
    expect(advance(monday, '2026-11-18')).toMatchObject({
      current: 1,
      longest: 7,
      lastDay: '2026-11-18',
      freezes: 0,
    })
  })
  test('extends the longest streak with the current one', () => {
    expect(advance({ ...monday, longest: 3 }, '2026-11-17').longest).toBe(4)
  })
  test('ignores an earlier day', () => {
    expect(() => advance(monday, '2026-11-15')).toThrow(RangeError)
  })
})

describe('streakOfDays', () => {
  test('closes a gap with a late day', () => {
    expect(streakOfDays(daysOf(['2026-11-14', '2026-11-16', '2026-11-15']))).toMatchObject({
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
        const streak = streakOfDays(daysOf(active))
        expect(streak.current).toBeGreaterThanOrEqual(active.length > 0 ? 1 : 0)
        expect(streak.current).toBeLessThanOrEqual(streak.longest)
        expect(streak.longest).toBeLessThanOrEqual(new Set(active).size)
      }),
    )
  })
  test('doesn’t depend on the order in which answers arrive', () => {
    fc.assert(
      fc.property(days, (active) => {
        expect(streakOfDays(daysOf([...active].reverse()))).toEqual(streakOfDays(daysOf(active)))
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
    expect(visibleStreak(monday, noonOf(today), 'UTC')).toBe(shown)
  })
  test('lasts a day longer with a freeze, which an answer today would use for yesterday', () => {
    expect(visibleStreak({ ...monday, freezes: 1 }, noonOf('2026-11-18'), 'UTC')).toBe(3)
    expect(visibleStreak({ ...monday, freezes: 1 }, noonOf('2026-11-19'), 'UTC')).toBe(0)
    expect(visibleStreak({ ...monday, freezes: 2 }, noonOf('2026-11-19'), 'UTC')).toBe(0)
  })
  test('is zero without answers', () => {
    expect(visibleStreak(noStreak, noonOf('2026-11-16'), 'UTC')).toBe(0)
  })
})

describe('crossing the date line', () => {
  const at = (local: string, timeZone: string) => ({ at: Date.parse(local), timeZone })
  /** The active days of activities, each given by its instant and zone. */
  const daysOfMoments = (moments: readonly { at: number; timeZone: string }[]) => {
    const days = new Map<Day, DayMoments>()
    for (const moment of moments.toSorted((one, other) => one.at - other.at)) {
      const day = localDay(new Date(moment.at), moment.timeZone)
      days.set(day, { first: days.get(day)?.first ?? moment, last: moment })
    }
    return days
  }
  const streakOf = (...moments: ReturnType<typeof at>[]) => streakOfDays(daysOfMoments(moments))
  const honolulu = (local: string) => at(`${local}-10:00`, 'Pacific/Honolulu')
  const auckland = (local: string) => at(`${local}+13:00`, 'Pacific/Auckland')
  const week = [1, 2, 3, 4, 5, 6, 7].map((day) => honolulu(`2026-12-0${day}T20:00`))

  test('keeps the streak from 20:00 in Honolulu on the 9th to 08:00 in Auckland on the 11th', () => {
    const streak = streakOf(
      honolulu('2026-12-08T20:00'),
      honolulu('2026-12-09T20:00'),
      auckland('2026-12-11T08:00'),
    )
    expect(streak).toMatchObject({ current: 3, longest: 3, lastDay: '2026-12-11', skipped: ['2026-12-10'] })
  })

  test('spends no freeze on the skipped day, but on another missed one', () => {
    const days = [honolulu('2026-12-08T20:00'), auckland('2026-12-10T08:00')]
    expect(streakOf(...week, ...days)).toMatchObject({ current: 9, freezes: 1 })
    const late = [...week, honolulu('2026-12-07T23:30'), at('2026-12-10T00:30+14:00', 'Pacific/Kiritimati')]
    expect(streakOf(...late)).toMatchObject({ current: 8, freezes: 0, skipped: ['2026-12-08'] })
    expect([...freezeDays(daysOfMoments(late)).spent]).toEqual(['2026-12-09'])
    const without = late.filter((_, at) => at > 0)
    expect(streakOf(...without)).toMatchObject({ current: 1, skipped: [] })
  })

  test.each([
    ['less than 36 hours', '2026-12-09T06:00', auckland('2026-12-11T16:59'), 2],
    ['36 hours', '2026-12-09T06:00', auckland('2026-12-11T17:00'), 1],
    ['an offset 12 hours ahead', '2026-12-09T06:00', at('2026-12-11T00:30+02:00', 'Africa/Cairo'), 2],
    ['an offset 11 hours ahead', '2026-12-09T06:00', at('2026-12-11T00:30+01:00', 'Europe/Berlin'), 1],
    ['the same zone', '2026-12-09T23:50', honolulu('2026-12-11T00:10'), 1],
  ])('needs less than 36 hours and an offset 12 hours ahead: %s', (_what, first, next, current) => {
    expect(streakOf(honolulu(first), next).current).toBe(current)
  })

  test('counts the last answer before and the first after', () => {
    const before = [honolulu('2026-12-09T06:00'), honolulu('2026-12-09T20:00')]
    const after = [auckland('2026-12-11T08:00'), auckland('2026-12-11T22:00')]
    expect(streakOf(...before, ...after).current).toBe(2)
    expect(streakOf(before[0] as never, after[1] as never).current).toBe(1)
  })

  test('happens at most twice in 30 days', () => {
    /** Crossing the line east and back, every `every` days, with an answer on each day between. */
    const trips = (every: number, count: number) =>
      Array.from({ length: count }, (_, trip) => {
        const day = (offset: number) => addDays('2026-03-01', trip * every + offset)
        return [
          honolulu(`${day(0)}T20:00`),
          ...Array.from({ length: every - 2 }, (_, n) => at(`${day(n + 2)}T08:00+12:00`, 'Pacific/Tarawa')),
        ]
      }).flat()
    const spent = (every: number) => [...freezeDays(daysOfMoments(trips(every, 3))).spent]
    expect(streakOf(...trips(8, 3))).toMatchObject({ current: 21, skipped: ['2026-03-02', '2026-03-10'] })
    expect(spent(8)).toEqual(['2026-03-18'])
    expect(spent(14)).toEqual(['2026-03-30'])
    expect(spent(15)).toEqual([])
    expect(streakOf(...trips(15, 3)).current).toBe(3 * 14)
  })

  test('going west changes nothing: a repeated day is the same day', () => {
    expect(streakOf(auckland('2026-12-11T08:00'), honolulu('2026-12-10T20:00'))).toMatchObject({ current: 2 })
    expect(streakOf(auckland('2026-12-12T08:00'), honolulu('2026-12-11T20:00'))).toMatchObject({ current: 2 })
  })

  test('shows the streak that an answer now would continue', () => {
    const streak = streakOf(honolulu('2026-12-08T20:00'), honolulu('2026-12-09T20:00'))
    const now = new Date(auckland('2026-12-11T08:00').at)
    expect(visibleStreak(streak, now, 'Pacific/Auckland')).toBe(2)
    expect(visibleStreak(streak, now, 'Pacific/Honolulu')).toBe(2)
    const tooLate = new Date(auckland('2026-12-12T09:00').at)
    expect(visibleStreak(streak, tooLate, 'Pacific/Auckland')).toBe(0)
  })

  test('is unknown to rows of earlier versions, which have no moments', () => {
    const known = streakOf(honolulu('2026-12-09T20:00'))
    const next = auckland('2026-12-11T08:00')
    const step = stepStreak({ ...known, last: null }, '2026-12-11', { first: next, last: next })
    expect(step.streak.current).toBe(1)
  })

  test.each([
    ['Pacific/Honolulu', '2026-12-09T00:00:00Z', -10],
    ['Pacific/Auckland', '2026-12-09T00:00:00Z', 13],
    ['Pacific/Auckland', '2026-07-09T00:00:00Z', 12],
    ['Asia/Kathmandu', '2026-07-09T23:59:59.999Z', 5.75],
    ['UTC', '2026-01-01T00:00:00Z', 0],
    ['-03:30', '2026-01-01T00:00:00Z', -3.5],
  ])('the offset of %s at %s is %d hours', (zone, instant, hours) => {
    expect(utcOffset(new Date(instant), zone) / 3_600_000).toBe(hours)
  })
})
