import { randomUUID } from 'node:crypto'
import { nextQuestions } from '@rehearse/contracts'
import { type App, type Database, principalOf, serve } from '@rehearse/service-kit'
import type { ProgressTables } from '../tables.ts'
import { selectNext } from './queries.ts'

/** What a learner practices next. */
export function selectionRoute(app: App, { db }: Database<ProgressTables>): void {
  serve(app, nextQuestions, async (request) => {
    const { seed = randomUUID(), ...wanted } = request.query
    const selected = await selectNext(db, principalOf(request).id, { ...wanted, seed, now: new Date() })
    return { success: true as const, ...selected }
  })
}
