import {
  BODY_LIMIT,
  bulkActionInput,
  bulkActionReply,
  bulkUndoReply,
  repeatableHeaders,
  uuid,
} from '@rehearse/contracts'
import { type App, principalOf } from '@rehearse/service-kit'
import { z } from 'zod'
import { once } from '../edits/with-idempotency.ts'
import type { Db } from '../tables.ts'
import { changeMany } from './bulk-actions.ts'
import { undoBulkAction } from './undo-bulk-action.ts'

const tags = ['questions']

/** One change to many questions, and taking it back. */
export function bulkActionRoutes(app: App, db: Db): void {
  app.post(
    '/api/questions/unified/bulk',
    {
      bodyLimit: BODY_LIMIT,
      config: { access: 'admin' },
      schema: {
        tags,
        summary: 'Activate, deactivate, approve, move, tag or delete many questions as one batch',
        headers: repeatableHeaders,
        body: bulkActionInput,
        response: { 200: bulkActionReply },
      },
    },
    async (request) => {
      const { body, headers } = request
      const actor = principalOf(request).id
      return once(
        db,
        { actor, key: headers['idempotency-key'], request: ['bulk action', body] },
        async (trx) => {
          const data = await changeMany(trx, body, actor)
          const message = `${data.changed} of ${data.results.length} questions changed`
          return { success: true as const, data, message }
        },
      )
    },
  )

  app.delete(
    '/api/questions/bulk/:batchId',
    {
      config: { access: 'admin' },
      schema: {
        tags,
        summary: 'Undo a bulk action; what was edited since is kept and listed',
        params: z.object({ batchId: uuid }),
        response: { 200: bulkUndoReply },
      },
    },
    async (request) => {
      const actor = principalOf(request).id
      const data = await db.transaction().execute((trx) => undoBulkAction(trx, request.params.batchId, actor))
      const message = `Undone: ${data.reverted} reverted, ${data.kept.length} kept.`
      return { success: true as const, data, message }
    },
  )
}
