import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { addDays, daysBetween, localDay } from './local-day.ts'

describe('localDay', () => {
  test.each([
    ['2026-11-21T23:30:00Z', 'UTC', '2026-11-21'],
    ['2026-11-21T23:30:00Z', 'Europe/Berlin', '2026-11-22'],
    ['2026-11-21T04:59:00Z', 'America/New_York', '2026-11-20'],
    ['2026-11-21T10:00:00Z', 'Pacific/Kiritimati', '2026-11-22'],
    // The night the clocks go back: both half past ones are the same day.
    ['2026-10-25T00:30:00Z', 'Europe/Berlin', '2026-10-25'],
    ['2026-10-25T01:30:00Z', 'Europe/Berlin', '2026-10-25'],
    // A zone may be given as an offset, whose midnight falls on any minute.
    ['2026-11-21T22:52:59Z', '+01:07', '2026-11-21'],
    ['2026-11-21T22:53:00Z', '+01:07', '2026-11-22'],
  ])('%s in %s is %s', (instant, timeZone, day) => {
    expect(localDay(new Date(instant), timeZone)).toBe(day)
  })
})

test('the day does not depend on which was asked for before', () => {
  const minutes = fc.integer({ min: 0, max: 60 * 48 })
  const zone = fc.constantFrom('UTC', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns')
  fc.assert(
    fc.property(fc.array(fc.tuple(minutes, zone)), (asked) => {
      for (const [minute, timeZone] of asked) {
        // The clocks of Lord Howe go forward by half an hour on the first of these days.
        const instant = new Date(Date.UTC(2026, 9, 3, 0, minute))
        const day = new Intl.DateTimeFormat('en-CA', { timeZone }).format(instant)
        expect(localDay(instant, timeZone)).toBe(day)
      }
    }),
  )
})

test('of zones that are spelled in a thousand ways not all are kept', () => {
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

test('a year of days, each one after the other, clock changes included', () => {
  for (let day = '2026-01-01'; day < '2027-01-01'; day = addDays(day, 1)) {
    expect(daysBetween(day, addDays(day, 1))).toBe(1)
  }
})

test('addDays and daysBetween undo each other', () => {
  fc.assert(
    fc.property(fc.integer({ min: -20_000, max: 20_000 }), (days) => {
      expect(daysBetween('2026-11-21', addDays('2026-11-21', days))).toBe(days)
    }),
  )
})
