import { MINUTES_PER_DAY } from '@rehearse/contracts/constants'
import { dateProblem } from '../../shared/interview/interview-date.ts'

export interface Filled {
  date: string
  learningPaths: readonly string[]
  /** As typed. */
  minutesPerDay: string
}

/**
 * What is wrong with a filled form, by field.
 * @param today in the chosen time zone
 */
export function problemsOf({ date, learningPaths, minutesPerDay }: Filled, today: string) {
  const minutes = /^\d{1,4}$/.test(minutesPerDay) ? Number(minutesPerDay) : 0
  const wrongDate = dateProblem(date, today)
  return {
    ...(wrongDate && { date: wrongDate }),
    ...(learningPaths.length === 0 && { learningPaths: 'paths' as const }),
    ...((minutes < MINUTES_PER_DAY.min || minutes > MINUTES_PER_DAY.max) && {
      minutesPerDay: 'minutes' as const,
    }),
  }
}

/** The calendar day in a time zone. Canadian English writes it as 2026-11-21. */
export const dayIn = (timeZone: string, at: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(at)

/** Whether a result is within, above or below its forecast's range. All values are from 0 to 1. */
export const placeOf = (share: number, { low, high }: { low: number; high: number }) =>
  share < low ? 'below' : share > high ? 'above' : 'within'
