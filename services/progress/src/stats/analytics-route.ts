import { analyticsQuery, analyticsReply } from '@rehearse/contracts'
import { type App, type Database, principalOf } from '@rehearse/service-kit'
import { accuracy } from '../learner/figures.ts'
import { localDay } from '../learner/local-day.ts'
import type { ProgressTables } from '../tables.ts'
import { readDayAnalytics } from './analytics-queries.ts'
import { daySpan } from './day-span.ts'
import { readStanding } from './queries.ts'

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
      const span = daySpan(request.query, localDay(new Date(), timeZone))
      const rows = await readDayAnalytics(db, id, span)
      const analytics = rows.map((row) => ({
        ...row,
        accuracy: accuracy(row.correctAnswers, row.questionsAnswered),
      }))
      return { success: true as const, ...span, timeZone, analytics }
    },
  )
}
