import { dashboardReply, progressReply } from '@rehearse/contracts'
import { type App, type Database, principalOf } from '@rehearse/service-kit'
import type { ProgressTables } from '../tables.ts'
import { readDashboard } from './read-dashboard.ts'
import { readProgress } from './read-progress.ts'

export function progressRoutes(app: App, database: Database<ProgressTables>): void {
  app.get(
    '/api/progress/get',
    {
      config: { access: 'learner' },
      schema: { tags: ['progress'], summary: 'All of my progress', response: { 200: progressReply } },
    },
    async (request) => ({
      success: true as const,
      progress: await readProgress(database, principalOf(request).id, new Date()),
    }),
  )

  app.get(
    '/api/progress/dashboard',
    {
      config: { access: 'learner' },
      schema: { tags: ['progress'], summary: 'My dashboard', response: { 200: dashboardReply } },
    },
    async (request) => ({
      success: true as const,
      dashboard: await readDashboard(database, principalOf(request).id, new Date()),
    }),
  )
}
