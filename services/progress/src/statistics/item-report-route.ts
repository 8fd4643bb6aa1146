import { itemReportQuery, itemReportReply, paginate } from '@rehearse/contracts'
import type { EventLog } from '@rehearse/event-store'
import type { App, Database } from '@rehearse/service-kit'
import { bringUpToDate } from '../db/bring-up-to-date.ts'
import type { ProgressTables } from '../db/tables.ts'
import { readAllItems } from './item-figures-repository.ts'
import { inOrder, toReports } from './item-problems.ts'
import { paced } from './paced.ts'

/** The hardest questions, and those that something is wrong with. */
export function itemReportRoute(app: App, { db }: Database<ProgressTables>, log: EventLog): void {
  // It looks at every first attempt there is.
  const readReports = paced(async () => {
    await bringUpToDate(log, db, 'statistics')
    return toReports(await readAllItems(db))
  })
  app.get(
    '/api/admin/progress/questions',
    {
      config: { access: 'admin' },
      schema: {
        tags: ['progress'],
        summary: 'The hardest questions, or those that something is wrong with, from 30 first attempts on',
        querystring: itemReportQuery,
        response: { 200: itemReportReply },
      },
    },
    async (request) => {
      const { page, pageSize, order } = request.query
      const reports = inOrder(await readReports(), order)
      return {
        success: true as const,
        data: reports.slice((page - 1) * pageSize, page * pageSize),
        pagination: paginate(page, pageSize, reports.length),
      }
    },
  )
}
