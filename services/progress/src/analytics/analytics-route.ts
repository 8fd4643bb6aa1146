import {
  ANALYTICS_DAYS_MAX,
  type AnalyticsQuery,
  analyticsQuery,
  analyticsReply,
  DomainError,
} from '@rehearse/contracts'
import { type App, type Database, principalOf } from '@rehearse/service-kit'
import type { ProgressTables } from '../db/tables.ts'
import { accuracy } from '../domain/figures.ts'
import { addDays, type Day, daysBetween, localDay } from '../domain/local-day.ts'
import { readStanding } from '../queries/progress/queries.ts'
import { readDayAnalytics } from './queries.ts'

/** Days that are shown unless others are asked for. */
const usualDays = 30

/** What a learner did, day by day. */
export function analyticsRoute(app: App, { db }: Database<ProgressTables>): void {
  app.get(
    '/api/progress/analytics',
    {
      config: { access: 'learner' },
      schema: {
        tags: ['progress'],
        summary: 'What I did, a row a day',
        querystring: analyticsQuery,
        response: { 200: analyticsReply },
      },
    },
    async (request) => {
      const { id } = principalOf(request)
      const { timeZone } = await readStanding(db, id)
      const span = spanOf(request.query, localDay(new Date(), timeZone))
      const rows = await readDayAnalytics(db, id, span)
      const analytics = rows.map((row) => ({
        ...row,
        accuracy: accuracy(row.correctAnswers, row.questionsAnswered),
      }))
      return { success: true as const, ...span, timeZone, analytics }
    },
  )
}

/** @throws {DomainError} invalid, for days in the wrong order or too many of them */
function spanOf({ from, to }: AnalyticsQuery, today: Day): { from: Day; to: Day } {
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
