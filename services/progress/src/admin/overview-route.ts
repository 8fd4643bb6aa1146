import {
  ANALYTICS_DAYS_MAX,
  DomainError,
  type ProgressOverviewQuery,
  progressOverviewQuery,
  progressOverviewReply,
} from '@rehearse/contracts'
import type { EventLog } from '@rehearse/event-store'
import type { App, Database } from '@rehearse/service-kit'
import { bringUpToDate } from '../db/bring-up-to-date.ts'
import type { ProgressTables } from '../db/tables.ts'
import { accuracy } from '../domain/figures.ts'
import { addDays, type Day, daysBetween, localDay } from '../domain/local-day.ts'
import { readPlanFunnel, readPlatformDays, readPlatformTotals } from './queries.ts'

/** Days that are shown unless others are asked for. */
const usualDays = 30

/** How the platform does: totals, day by day, and plan by plan. */
export function overviewRoute(app: App, { db }: Database<ProgressTables>, log: EventLog): void {
  app.get(
    '/api/admin/progress/overview',
    {
      config: { access: 'admin' },
      schema: {
        tags: ['progress'],
        summary: 'How much is learned: totals, day by day in UTC, and how far learners come with plans',
        querystring: progressOverviewQuery,
        response: { 200: progressOverviewReply },
      },
    },
    async (request) => {
      const span = spanOf(request.query, localDay(new Date(), 'UTC'))
      await bringUpToDate(log, db, 'statistics')
      await bringUpToDate(log, db, 'plan-funnel')
      const [totals, days, plans] = await Promise.all([
        readPlatformTotals(db),
        readPlatformDays(db, span),
        readPlanFunnel(db),
      ])
      return {
        success: true as const,
        totals: withAccuracy(totals),
        ...span,
        days: days.map(withAccuracy),
        plans,
      }
    },
  )
}

const withAccuracy = <Row extends { answers: number; correctAnswers: number }>(row: Row) => ({
  ...row,
  accuracy: accuracy(row.correctAnswers, row.answers),
})

/** @throws {DomainError} invalid, for days in the wrong order or too many of them */
function spanOf({ from, to }: ProgressOverviewQuery, today: Day): { from: Day; to: Day } {
  const end = to ?? (from === undefined ? today : addDays(from, usualDays - 1))
  const begin = from ?? addDays(end, 1 - usualDays)
  const days = daysBetween(begin, end) + 1
  if (days >= 1 && days <= ANALYTICS_DAYS_MAX) return { from: begin, to: end }
  const message = days < 1 ? 'lies before from' : `lies more than ${ANALYTICS_DAYS_MAX} days after from`
  throw new DomainError({
    kind: 'invalid',
    code: 'invalid_request',
    message: `Invalid request: to ${message}`,
    details: [{ path: 'to', message }],
  })
}
