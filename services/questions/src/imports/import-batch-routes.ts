import {
  importBatchReply,
  importListReply,
  importUndoReply,
  pageQuery,
  paginate,
  uuid,
} from '@rehearse/contracts'
import { type App, principalOf } from '@rehearse/service-kit'
import { z } from 'zod'
import type { Db } from '../tables.ts'
import { countImports, findImport, readImports } from './progress-repository.ts'
import { importNotFound, undoImport } from './undo-import.ts'

const tags = ['questions']
const params = z.object({ batchId: uuid })

/** Imports on their way and done: seeing them, and taking one back. */
export function importBatchRoutes(app: App, db: Db): void {
  app.get(
    '/api/questions/imports',
    {
      config: { access: 'admin' },
      schema: {
        tags,
        summary: 'Imports, newest first, those on their way included',
        querystring: pageQuery,
        response: { 200: importListReply },
      },
    },
    async (request) => {
      const { page, pageSize } = request.query
      const data = await readImports(db, pageSize, (page - 1) * pageSize)
      return { success: true as const, data, pagination: paginate(page, pageSize, await countImports(db)) }
    },
  )

  app.get(
    '/api/questions/imports/:batchId',
    {
      config: { access: 'admin' },
      schema: {
        tags,
        summary: 'How far an import is, by the batchId that its client has given it',
        params,
        response: { 200: importBatchReply },
      },
    },
    async (request) => {
      const data = await findImport(db, request.params.batchId)
      if (data === undefined) throw importNotFound()
      return { success: true as const, data }
    },
  )

  app.delete(
    '/api/questions/imports/:batchId',
    {
      config: { access: 'admin' },
      schema: {
        tags,
        summary: 'Undo an import; what was edited since is kept and listed',
        params,
        response: { 200: importUndoReply },
      },
    },
    async (request) => {
      const actor = principalOf(request).id
      const data = await db.transaction().execute((trx) => undoImport(trx, request.params.batchId, actor))
      const { removed, reverted, kept } = data
      const message = `Import undone: ${removed} removed, ${reverted} reverted, ${kept.length} kept.`
      return { success: true as const, data, message }
    },
  )
}
