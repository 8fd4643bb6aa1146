import { questionStatsReply } from '@rehearse/contracts'
import type { App } from '@rehearse/service-kit'
import { tagReply } from '../edits/etag.ts'
import type { Db } from '../tables.ts'
import { readStats } from './read-stats.ts'

export function statsRoute(app: App, db: Db): void {
  app.get(
    '/api/questions/stats',
    {
      config: { access: 'anyone' },
      onSend: tagReply,
      schema: { tags: ['questions'], summary: 'Figures of the bank', response: { 200: questionStatsReply } },
    },
    async () => ({ success: true as const, data: await readStats(db) }),
  )
}
