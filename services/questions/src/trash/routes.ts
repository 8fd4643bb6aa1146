import { listTrash, paginate, restoreFromTrash } from '@rehearse/contracts'
import { type App, principalOf, serve } from '@rehearse/service-kit'
import type { Db } from '../tables.ts'
import { readTrash } from './repository.ts'
import { restoreDeleted } from './restore.ts'

/** Routes that list and restore what was deleted within 30 days. */
export function trashRoutes(app: App, db: Db): void {
  serve(app, listTrash, async (request) => {
    const { page, pageSize } = request.query
    const { items, totalCount } = await readTrash(db, request.query)
    return { success: true as const, data: items, pagination: paginate(page, pageSize, totalCount) }
  })

  serve(app, restoreFromTrash, async (request) => {
    const actor = principalOf(request).id
    const data = await db
      .transaction()
      .execute((trx) => restoreDeleted(trx, request.params.id, { ...request.body, actor }))
    return { success: true as const, data, message: 'Restored successfully' }
  })
}
