import { coverageReply } from '@rehearse/contracts'
import type { App } from '@rehearse/service-kit'
import type { Db } from '../tables.ts'
import { readCoverage } from './coverage/queries.ts'

export function coverageRoute(app: App, db: Db): void {
  app.get(
    '/api/admin/reports/coverage',
    {
      config: { access: 'admin' },
      schema: {
        tags: ['questions'],
        summary: 'What each learning path has for learners, and what it lacks',
        response: { 200: coverageReply },
      },
    },
    async () => {
      const data = await readCoverage(db)
      return { success: true as const, data, count: data.length }
    },
  )
}
