import { DomainError, itemStatisticsParams, itemStatisticsReply } from '@rehearse/contracts'
import type { EventLog } from '@rehearse/event-store'
import type { App, Database } from '@rehearse/service-kit'
import { bringUpToDate } from '../read-models/catch-up.ts'
import type { ProgressTables } from '../tables.ts'
import { readItem, readPicks } from './item-queries.ts'
import { toStatistics } from './item-view.ts'

/** How a question does, version by version. */
export function itemStatisticsRoute(app: App, { db }: Database<ProgressTables>, log: EventLog): void {
  app.get(
    '/api/admin/progress/questions/:id/statistics',
    {
      config: { access: 'admin' },
      schema: {
        tags: ['progress'],
        summary: 'How a question does, version by version: figures from 30 first attempts on',
        params: itemStatisticsParams,
        response: { 200: itemStatisticsReply },
      },
    },
    async (request) => {
      const questionId = request.params.id.toLowerCase()
      await bringUpToDate(log, db, 'statistics')
      const [items, picks] = await Promise.all([readItem(db, questionId), readPicks(db, questionId)])
      const [newest] = items
      if (newest === undefined) throw questionNotFound()
      return {
        success: true as const,
        questionId,
        title: newest.title,
        versions: toStatistics(items, picks),
      }
    },
  )
}

const questionNotFound = () =>
  new DomainError({ kind: 'not-found', code: 'question_not_found', message: 'Question not found' })
