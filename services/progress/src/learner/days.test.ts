import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { addDays, dailyTargets, daysBetween, endOfDay, localDay, planDayOf, shares } from './days.ts'

describe('localDay', () => {
  test.each([
    ['2026-11-21T23:30:00Z', 'UTC', '2026-11-21'],
    ['2026-11-21T23:30:00Z', 'Europe/Berlin', '2026-11-22'],
    ['2026-11-21T04:59:00Z', 'America/New_York', '2026-11-20'],
    ['2026-11-21T10:00:00Z', 'Pacific/Kiritimati', '2026-11-22'],
    // The night the clocks go back: 1:30 occurs twice, on the same day.
    ['2026-10-25T00:30:00Z', 'Europe/Berlin', '2026-10-25'],
    ['2026-10-25T01:30:00Z', 'Europe/Berlin', '2026-10-25'],
    // A time zone may be an offset, whose midnight falls on any minute.
    ['2026-11-21T22:52:59Z', '+01:07', '2026-11-21'],
    ['2026-11-21T22:53:00Z', '+01:07', '2026-11-22'],
  ])('%s in %s is %s', (instant, timeZone, day) => {
    expect(localDay(new Date(instant), timeZone)).toBe(day)
  })
})

test('gives the same day in whichever order days are requested', () => {
  const minutes = fc.integer({ min: 0, max: 60 * 48 })
  const zone = fc.constantFrom('UTC', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns')
  fc.assert(
    fc.property(fc.array(fc.tuple(minutes, zone)), (asked) => {
      for (const [minute, timeZone] of asked) {
        // On the first of these days the clocks of Lord Howe go forward by half an hour.
        const instant = new Date(Date.UTC(2026, 9, 3, 0, minute))
        const day = new Intl.DateTimeFormat('en-CA', { timeZone }).format(instant)
        expect(localDay(instant, timeZone)).toBe(day)
      }
    }),
  )
})

test('limits the number of cached time zones, regardless of their spelling', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  onTestFinished(() => made.mockRestore())
  const spelled = (n: number) =>
    Array.from('antarctica/troll', (letter, at) => ((n >> at) & 1 ? letter.toUpperCase() : letter)).join('')
  const noon = new Date('2026-11-21T12:00:00Z')
  for (let n = 0; n < 1_024; n += 1) expect(localDay(noon, spelled(n))).toBe('2026-11-21')
  made.mockClear()
  localDay(noon, spelled(0))
  expect(made).toHaveBeenCalledTimes(1)
})

test('gives consecutive days over a year, clock changes included', () => {
  for (let day = '2026-01-01'; day < '2027-01-01'; day = addDays(day, 1)) {
    expect(daysBetween(day, addDays(day, 1))).toBe(1)
  }
})

test('addDays and daysBetween are inverse', () => {
  fc.assert(
    fc.property(fc.integer({ min: -20_000, max: 20_000 }), (days) => {
      expect(daysBetween('2026-11-21', addDays('2026-11-21', days))).toBe(days)
    }),
  )
})

describe('planDayOf', () => {
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
  ])('%s is day %i of a plan that was paused twice', (date, day) => {
    expect(planDayOf(date, { startedOn, pauses })).toBe(day)
  })
})

describe('dailyTargets', () => {
  test('spreads the questions evenly', () => {
    expect(dailyTargets({ duration: 2, totalQuestions: 150, dailyQuestions: 75 })).toEqual([75, 75])
  })
  test('leaves fewer for the last day', () => {
    expect(dailyTargets({ duration: 3, totalQuestions: 100, dailyQuestions: 34 })).toEqual([34, 34, 32])
  })
  test('leaves the rest for the last day, and nothing after everything is done', () => {
    expect(dailyTargets({ duration: 3, totalQuestions: 100, dailyQuestions: 10 })).toEqual([10, 10, 80])
    expect(dailyTargets({ duration: 3, totalQuestions: 10, dailyQuestions: 10 })).toEqual([10, 0, 0])
  })
})

test('shares add up to the whole, and each is less than one off', () => {
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

test.each([
  ['2026-11-21', 'UTC', '2026-11-22T00:00:00.000Z'],
  ['2026-11-21', 'Pacific/Kiritimati', '2026-11-21T10:00:00.000Z'],
  ['2026-11-21', 'Pacific/Pago_Pago', '2026-11-22T11:00:00.000Z'],
  ['2026-11-21', 'Asia/Kathmandu', '2026-11-21T18:15:00.000Z'],
  // The clocks go back, so this day has 25 hours.
  ['2026-10-25', 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
  // The clocks go forward at midnight, which doesn't exist.
  ['2026-04-23', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
])('%s ends in %s at %s', (day, timeZone, end) => {
  expect(endOfDay(day, timeZone).toISOString()).toBe(end)
})
