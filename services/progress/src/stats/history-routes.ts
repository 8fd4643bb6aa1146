import { DomainError, historyQuery, historyReply, paginate } from '@rehearse/contracts'
import { type App, type Database, principalOf } from '@rehearse/service-kit'
import type { ProgressTables } from '../tables.ts'
import { countEntries, readEntries } from './history-queries.ts'

/** What a learner has answered and tried. */
export function historyRoutes(app: App, { db }: Database<ProgressTables>): void {
  app.get(
    '/api/progress/history',
    {
      config: { access: 'learner' },
      schema: {
        tags: ['progress'],
        summary: 'My answers and challenge attempts, newest first',
        querystring: historyQuery,
        response: { 200: historyReply },
      },
    },
    async (request) => {
      const { page, pageSize, ...filters } = request.query
      if (filters.from && filters.to && filters.from > filters.to) throw endsBeforeItBegins()
      const span = { limit: pageSize, offset: (page - 1) * pageSize }
      const { id } = principalOf(request)
      const [history, totalCount] = await Promise.all([
        readEntries(db, id, filters, span),
        countEntries(db, id, filters),
      ])
      return { success: true as const, history, pagination: paginate(page, pageSize, totalCount) }
    },
  )
}

const endsBeforeItBegins = () =>
  new DomainError({
    kind: 'invalid',
    code: 'invalid_request',
    message: 'Invalid request',
    details: [{ path: 'to', message: 'lies before from' }],
  })
