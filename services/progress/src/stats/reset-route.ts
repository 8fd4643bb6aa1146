import { randomUUID } from 'node:crypto'
import { repeatableHeaders, resetInput, resetReply } from '@rehearse/contracts'
import type { EventLog } from '@rehearse/event-store'
import { type App, type Database, principalOf } from '@rehearse/service-kit'
import type { Recorder } from '../learner-store/command-handler.ts'
import { eventIdOf } from '../learner-store/event-id.ts'
import { isCarriedOut } from '../learner-store/repeated-command.ts'
import { requestMetadata } from '../learner-store/request-metadata.ts'
import type { ProgressTables } from '../tables.ts'
import { readSummary } from './read-progress.ts'

export interface ResetDependencies {
  database: Database<ProgressTables>
  log: EventLog
  record: Recorder
}

/** Figures that begin anew. */
export function resetRoute(app: App, { database, log, record }: ResetDependencies): void {
  app.post(
    '/api/progress/reset',
    {
      config: { access: 'learner', invalidMessage: 'Invalid request body' },
      schema: {
        tags: ['progress'],
        summary:
          'Let figures begin anew: of one path, plan or section, or all; what happened stays in the log',
        headers: repeatableHeaders,
        body: resetInput,
        response: { 200: resetReply },
      },
    },
    async (request) => {
      const { id: learnerId } = principalOf(request)
      const { scope, id = null, resetId, timeZone: zone } = request.body
      const key = resetId?.toLowerCase() ?? request.headers['idempotency-key'] ?? randomUUID()
      const at = new Date()
      const eventId = eventIdOf(learnerId, 'reset', key)
      await record({
        learnerId,
        metadata: requestMetadata(),
        at,
        charges: [{ quota: 'progress-resets', amount: 1 }],
        decide: async ({ standing }) => {
          const isDone = await isCarriedOut(
            log,
            database.db,
            eventId,
            ({ type, data }) => type === 'ProgressReset' && data.scope === scope && data.id === id,
          )
          if (isDone) return []
          const timeZone = zone ?? standing.timeZone
          const data = { learnerId, scope, id, timeZone, at: at.toISOString() }
          return [{ type: 'ProgressReset', eventId, data }]
        },
      })
      return {
        success: true as const,
        progress: await readSummary(database, learnerId, new Date()),
        message: 'Progress reset',
      }
    },
  )
}
