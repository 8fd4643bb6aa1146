import { endPresence, reportPresence } from '@rehearse/contracts'
import { type App, principalOf, serve } from '@rehearse/service-kit'
import type { Db } from '../tables.ts'
import { findReadable } from './comments.ts'
import { recordPresence, removePresence } from './presence-repository.ts'

/** Routes by which admin pages report what they have open. */
export function presenceRoutes(app: App, db: Db): void {
  serve(app, reportPresence, async (request) => {
    const principal = principalOf(request)
    await findReadable(db, request.params, principal)
    return { success: true as const, data: await recordPresence(db, request.params, principal.id) }
  })

  serve(app, endPresence, async (request) => {
    await removePresence(db, request.params, principalOf(request).id)
    return { success: true as const, message: 'Closed' }
  })
}
