import { progressOverviewQuery, progressOverviewReply } from '@rehearse/contracts'
import type { EventLog } from '@rehearse/event-store'
import type { App, Database } from '@rehearse/service-kit'
import { accuracy } from '../learner/figures.ts'
import { localDay } from '../learner/local-day.ts'
import { bringUpToDate } from '../read-models/catch-up.ts'
import { daySpan } from '../stats/day-span.ts'
import type { ProgressTables } from '../tables.ts'
import { readPlanFunnel, readPlatformDays, readPlatformTotals } from './queries.ts'

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
      const span = daySpan(request.query, localDay(new Date(), 'UTC'))
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
