import { noticesReply, pageQuery, paginate } from '@rehearse/contracts'
import { type App, type Database, principalOf } from '@rehearse/service-kit'
import type { ProgressTables } from '../tables.ts'
import { countNotices, readNotices } from './queries.ts'

/** What happened to a learner's figures without their doing. */
export function noticeRoutes(app: App, { db }: Database<ProgressTables>): void {
  app.get(
    '/api/progress/notices',
    {
      config: { access: 'learner' },
      schema: {
        tags: ['progress'],
        summary: 'Answers of mine that were graded otherwise later, newest first',
        querystring: pageQuery,
        response: { 200: noticesReply },
      },
    },
    async (request) => {
      const { id } = principalOf(request)
      const { page, pageSize } = request.query
      const [notices, totalCount] = await Promise.all([
        readNotices(db, id, { limit: pageSize, offset: (page - 1) * pageSize }),
        countNotices(db, id),
      ])
      return { success: true as const, notices, pagination: paginate(page, pageSize, totalCount) }
    },
  )
}
