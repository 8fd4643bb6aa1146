import { describe, expect, test } from 'vitest'
import { addDays, dayOf, daysUntil, isOverdue } from './due-dates'

const evening = new Date('2026-03-05T21:30:00Z')

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
    expect(daysUntil(due, evening, 'America/Chicago')).toBe(days)
  })

  test('depends on the zone', () => {
    expect(daysUntil('2026-03-06', evening, 'Pacific/Auckland')).toBe(0)
    expect(daysUntil('2026-03-06', evening, 'UTC')).toBe(1)
  })

  test('a change to daylight saving time does not matter', () => {
    const night = new Date('2026-03-28T22:30:00Z')
    expect(daysUntil('2026-03-28', night, 'Europe/Berlin')).toBe(0)
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
