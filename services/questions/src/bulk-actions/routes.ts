import {
  getSelection,
  previewBulkAction,
  startBulkAction,
  undoBulkAction as undoBulkActionEndpoint,
} from '@rehearse/contracts'
import { type App, principalOf, serve, withIdempotency } from '@rehearse/service-kit'
import { editorOf } from '../edits/edit-routes.ts'
import type { Db } from '../tables.ts'
import { changeMany, previewMany, selectMatching, undoBulkAction } from './bulk-actions.ts'

/** Routes that change many questions at once, preview that, and undo it. */
export function bulkActionRoutes(app: App, db: Db): void {
  serve(app, getSelection, async ({ query }) => {
    const { selection } = await selectMatching(db, query)
    return { success: true as const, data: selection }
  })

  serve(app, previewBulkAction, async (request) => ({
    success: true as const,
    data: await previewMany(db, request.body, editorOf(request)),
  }))

  serve(app, startBulkAction, async (request) => {
    const { body, headers } = request
    const editor = editorOf(request)
    return withIdempotency(
      db,
      { actor: editor.id, key: headers['idempotency-key'], request: ['bulk action', body] },
      async (trx) => {
        const data = await changeMany(trx, body, editor)
        const message = `${data.changed} of ${data.total} questions changed`
        return { success: true as const, data, message }
      },
    )
  })

  serve(app, undoBulkActionEndpoint, async (request) => {
    const actor = principalOf(request).id
    const data = await db.transaction().execute((trx) => undoBulkAction(trx, request.params.batchId, actor))
    const message = `Undone: ${data.reverted} reverted, ${data.kept.length} kept.`
    return { success: true as const, data, message }
  })
}
