import { INTERVIEW_DAYS_MAX } from '@rehearse/contracts/constants'
import { addDays } from '../i18n/format.ts'

/**
 * Why a date can't be an interview's: missing, today or past, or too far ahead.
 * @param today in the interview's time zone
 */
export function dateProblem(date: string, today: string): 'date' | 'past' | 'far' | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return 'date'
  if (date <= today) return 'past'
  return date > addDays(today, INTERVIEW_DAYS_MAX) ? 'far' : undefined
}
