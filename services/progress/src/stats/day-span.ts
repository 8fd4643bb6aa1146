import { ANALYTICS_DAYS_MAX, type AnalyticsQuery, DomainError } from '@rehearse/contracts'
import { addDays, type Day, daysBetween } from '../learner/local-day.ts'

const usualDays = 30

/**
 * The days that are asked for, both included; the last 30 unless said.
 * @throws {DomainError} invalid, for days in the wrong order or too many of them
 */
export function daySpan({ from, to }: AnalyticsQuery, today: Day): { from: Day; to: Day } {
  const end = to ?? (from === undefined ? today : addDays(from, usualDays - 1))
  const begin = from ?? addDays(end, 1 - usualDays)
  const days = daysBetween(begin, end) + 1
  if (days < 1) throw invalid('to', 'lies before from')
  if (days > ANALYTICS_DAYS_MAX) throw invalid('from', `lies more than ${ANALYTICS_DAYS_MAX} days before to`)
  return { from: begin, to: end }
}

function invalid(path: string, message: string): DomainError {
  return new DomainError({
    kind: 'invalid',
    code: 'invalid_request',
    message: `Invalid request: ${path} ${message}`,
    details: [{ path, message }],
  })
}
