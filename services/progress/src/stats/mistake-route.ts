import { mistakesQuery, mistakesReply } from '@rehearse/contracts'
import { type App, type Database, principalOf } from '@rehearse/service-kit'
import type { ProgressTables } from '../tables.ts'
import { countMistakes, readMistakes } from './mistake-queries.ts'

/** What a learner has yet to put right. */
export function mistakeRoute(app: App, { db }: Database<ProgressTables>): void {
  app.get(
    '/api/progress/mistakes',
    {
      config: { access: 'learner' },
      schema: {
        tags: ['progress'],
        summary: 'Questions that I last answered wrong, the longest waiting first',
        querystring: mistakesQuery,
        response: { 200: mistakesReply },
      },
    },
    async (request) => {
      const { id } = principalOf(request)
      const { pageSize } = request.query
      const [answeredAt, questionId] = request.query.after ?? []
      const after = answeredAt && questionId ? { answeredAt, questionId } : undefined
      const [found, totalCount] = await Promise.all([
        // One more than asked for tells whether it goes on.
        readMistakes(db, id, { after, limit: pageSize + 1 }),
        countMistakes(db, id),
      ])
      const mistakes = found.slice(0, pageSize)
      const last = found.length > pageSize ? mistakes.at(-1) : undefined
      return {
        success: true as const,
        mistakes,
        totalCount,
        next: last ? `${last.answeredAt}_${last.questionId}` : null,
      }
    },
  )
}
