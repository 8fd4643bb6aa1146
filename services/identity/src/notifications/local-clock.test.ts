import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localClock, localDay } from './local-clock.ts'

test.each([
  ['2026-11-21T23:30:00Z', 'UTC', '2026-11-21 23:30', '2026-11-20'],
  ['2026-11-21T23:30:00Z', 'Europe/Berlin', '2026-11-22 00:30', '2026-11-21'],
  ['2026-11-21T04:59:00Z', 'America/New_York', '2026-11-20 23:59', '2026-11-19'],
  ['2026-11-21T10:00:00Z', 'Pacific/Kiritimati', '2026-11-22 00:00', '2026-11-21'],
  ['2026-11-21T10:00:00Z', '+05:30', '2026-11-21 15:30', '2026-11-20'],
  // The clocks go forward: 01:59 is followed by 03:00.
  ['2026-03-29T00:59:00Z', 'Europe/Berlin', '2026-03-29 01:59', '2026-03-28'],
  ['2026-03-29T01:00:00Z', 'Europe/Berlin', '2026-03-29 03:00', '2026-03-28'],
  // The clocks go back: 02:30 occurs twice.
  ['2026-10-25T00:30:00Z', 'Europe/Berlin', '2026-10-25 02:30', '2026-10-24'],
  ['2026-10-25T01:30:00Z', 'Europe/Berlin', '2026-10-25 02:30', '2026-10-24'],
  ['2026-01-01T00:00:00Z', 'UTC', '2026-01-01 00:00', '2025-12-31'],
])('%s in %s is %s, the day after %s', (instant, zone, shown, yesterday) => {
  const { today, time, ...rest } = localClock(zone, new Date(instant))
  expect(`${today} ${time}`).toBe(shown)
  expect(rest).toEqual({ zone, yesterday })
})

test('a later instant is never on an earlier day', () => {
  const moment = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
  const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Apia')
  fc.assert(
    fc.property(moment, moment, zone, (one, other, zone) => {
      const [first, second] = one < other ? [one, other] : [other, one]
      expect(localDay(first, zone) <= localDay(second, zone)).toBe(true)
    }),
  )
})
