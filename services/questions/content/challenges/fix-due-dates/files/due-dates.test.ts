import { afterEach, describe, expect, test, vi } from 'vitest'
import { addDays, dayOf, daysUntil, isOverdue } from './due-dates'

const evening = new Date('2026-03-05T21:30:00Z')

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Replaces `Date` with one whose local time is that of a machine in another zone. */
function moveMachineTo(timeZone: string) {
  const RealDate = Date
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  /** The local time as if it were in UTC. */
  const toLocal = (time: number): number => {
    if (Number.isNaN(time)) return time
    const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]))
    const { year = 0, month = 0, day, hour, minute, second } = parts
    return RealDate.UTC(year, month - 1, day, hour, minute, second) + (((time % 1000) + 1000) % 1000)
  }
  const fromLocal = (local: number): number => {
    const guess = local - (toLocal(local) - local)
    return local - (toLocal(guess) - guess)
  }
  const timeOf = (values: unknown[]): number => {
    const [first] = values
    if (values.length === 0) return RealDate.now()
    if (values.length > 1) return fromLocal(RealDate.UTC(...(values as [number, number])))
    if (typeof first !== 'string') return new RealDate(first as number).getTime()
    if (/^\d{4}(-\d\d){0,2}$|(Z|GMT|UTC|[+-]\d\d:?\d\d)$/.test(first)) return RealDate.parse(first)
    return fromLocal(RealDate.parse(/^\d{4}-\d\d-\d\dT/.test(first) ? `${first}Z` : `${first} UTC`))
  }

  class MachineDate extends RealDate {
    constructor(...values: unknown[]) {
      super(timeOf(values))
    }
    static override parse(text: string) {
      return timeOf([text])
    }
    override getTimezoneOffset() {
      return (this.getTime() - toLocal(this.getTime())) / 60_000
    }
    override toLocaleString(locales?: Intl.LocalesArgument, options?: Intl.DateTimeFormatOptions) {
      return super.toLocaleString(locales, { timeZone, ...options })
    }
    override toLocaleDateString(locales?: Intl.LocalesArgument, options?: Intl.DateTimeFormatOptions) {
      return super.toLocaleDateString(locales, { timeZone, ...options })
    }
  }
  const define = (name: string, value: (this: Date, ...values: number[]) => number) =>
    Object.defineProperty(MachineDate.prototype, name, { value })
  const inUtc = (date: Date, name: string, values: number[] = []): number =>
    (date as unknown as Record<string, (...values: number[]) => number>)[name]?.(...values) ?? 0
  for (const unit of ['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds']) {
    define(`get${unit}`, function () {
      return inUtc(new RealDate(toLocal(this.getTime())), `getUTC${unit}`)
    })
    define(`set${unit}`, function (...values) {
      const local = new RealDate(toLocal(this.getTime()))
      return this.setTime(fromLocal(inUtc(local, `setUTC${unit}`, values)))
    })
  }
  vi.stubGlobal('Date', MachineDate)
}

describe('dayOf', () => {
  test.each([
    ['UTC', '2026-03-05'],
    ['Pacific/Auckland', '2026-03-06'],
    ['America/Chicago', '2026-03-05'],
    ['Asia/Kolkata', '2026-03-06'],
  ])('in %s', (timeZone, day) => {
    expect(dayOf(evening, timeZone)).toBe(day)
  })

  test('at the borders of a day', () => {
    expect(dayOf(new Date('2026-06-30T22:00:00Z'), 'Europe/Berlin')).toBe('2026-07-01')
    expect(dayOf(new Date('2026-06-30T21:59:59Z'), 'Europe/Berlin')).toBe('2026-06-30')
    expect(dayOf(new Date('2026-01-01T04:59:59Z'), 'America/New_York')).toBe('2025-12-31')
    expect(dayOf(new Date('2026-01-01T05:00:00Z'), 'America/New_York')).toBe('2026-01-01')
  })
})

describe('addDays', () => {
  test.each([
    ['2026-03-05', 1, '2026-03-06'],
    ['2026-03-05', 0, '2026-03-05'],
    ['2026-01-31', 1, '2026-02-01'],
    ['2026-03-01', -1, '2026-02-28'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-12-28', 7, '2027-01-04'],
    ['2026-01-01', -1, '2025-12-31'],
    ['2026-03-01', 60, '2026-04-30'],
    ['2026-01-01', 365, '2027-01-01'],
  ])('%s and %i', (day, count, expected) => {
    expect(addDays(day, count)).toBe(expected)
  })
})

describe('daysUntil', () => {
  test.each([
    ['2026-03-05', 0],
    ['2026-03-06', 1],
    ['2026-03-04', -1],
    ['2026-04-05', 31],
    ['2025-03-05', -365],
  ])('%s in Chicago', (due, days) => {
    expect(daysUntil(due, evening, 'America/Chicago') + 0).toBe(days)
  })

  test('depends on the zone', () => {
    expect(daysUntil('2026-03-06', evening, 'Pacific/Auckland') + 0).toBe(0)
    expect(daysUntil('2026-03-06', evening, 'UTC')).toBe(1)
  })

  test('a change to daylight saving time does not matter', () => {
    const night = new Date('2026-03-28T22:30:00Z')
    expect(daysUntil('2026-03-28', night, 'Europe/Berlin') + 0).toBe(0)
    expect(daysUntil('2026-03-30', night, 'Europe/Berlin')).toBe(2)
  })
})

describe('isOverdue', () => {
  test('not on the day itself', () => {
    expect(isOverdue('2026-03-05', evening, 'America/Chicago')).toBe(false)
    expect(isOverdue('2026-03-05', evening, 'UTC')).toBe(false)
  })

  test('from midnight in the zone', () => {
    expect(isOverdue('2026-03-05', evening, 'Pacific/Auckland')).toBe(true)
    expect(isOverdue('2026-03-05', new Date('2026-03-06T05:59:59Z'), 'America/Chicago')).toBe(false)
    expect(isOverdue('2026-03-05', new Date('2026-03-06T06:00:00Z'), 'America/Chicago')).toBe(true)
  })

  test('not before', () => {
    expect(isOverdue('2026-03-06', evening, 'UTC')).toBe(false)
    expect(isOverdue('2026-12-31', evening, 'UTC')).toBe(false)
    expect(isOverdue('2025-12-31', evening, 'UTC')).toBe(true)
  })
})

describe('the result does not depend on the machine', () => {
  test.each(['America/Los_Angeles', 'Pacific/Auckland', 'Europe/London'])('in %s', (zone) => {
    moveMachineTo(zone)
    const now = new Date('2026-03-05T21:30:00Z')
    const days = ['UTC', 'America/Chicago', 'Pacific/Auckland'].map((timeZone) => dayOf(now, timeZone))
    expect(days).toEqual(['2026-03-05', '2026-03-05', '2026-03-06'])
    expect(addDays('2026-03-05', 7)).toBe('2026-03-12')
    expect(addDays('2026-09-25', 7)).toBe('2026-10-02')
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
    expect(daysUntil('2026-03-10', now, 'America/Chicago')).toBe(5)
    expect(daysUntil('2026-04-06', now, 'Pacific/Auckland')).toBe(31)
    expect([isOverdue('2026-03-05', now, 'UTC'), isOverdue('2026-03-05', now, 'Pacific/Auckland')]).toEqual([false, true])
  })
})
