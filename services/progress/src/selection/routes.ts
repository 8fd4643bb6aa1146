import { randomUUID } from 'node:crypto'
import { listQuestionsByStatus, nextQuestions, paginate } from '@rehearse/contracts'
import { type App, type Database, principalOf, serve } from '@rehearse/service-kit'
import type { ProgressTables } from '../tables.ts'
import { readByStatus, selectNext } from './queries.ts'

/** Routes that select what a learner practices next, and list questions by the last answer. */
export function selectionRoute(app: App, { db }: Database<ProgressTables>): void {
  serve(app, nextQuestions, async (request) => {
    const { seed = randomUUID(), ...wanted } = request.query
    const selected = await selectNext(db, principalOf(request).id, { ...wanted, seed, now: new Date() })
    return { success: true as const, ...selected }
  })
  serve(app, listQuestionsByStatus, async (request) => {
    const { query } = request
    const { questionIds, totalCount } = await readByStatus(db, principalOf(request).id, query)
    return {
      success: true as const,
      questionIds,
      pagination: paginate(query.page, query.pageSize, totalCount),
    }
  })
}
