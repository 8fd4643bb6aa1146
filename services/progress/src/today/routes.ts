import { getToday } from '@rehearse/contracts'
import { type App, type Database, principalOf, serve } from '@rehearse/service-kit'
import type { ProgressTables } from '../tables.ts'
import { readToday } from './today-view.ts'

/** The one source of what today asks for: no page or message adds it up itself. */
export function todayRoute(app: App, database: Database<ProgressTables>): void {
  serve(app, getToday, async (request) => ({
    success: true as const,
    today: await readToday(database, principalOf(request).id, { now: new Date(), ...request.query }),
  }))
}
