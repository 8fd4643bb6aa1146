import type { App } from '@rehearse/service-kit'
import type { Db } from '../tables.ts'
import { requireLiveSession } from './require-live-session.ts'

/**
 * Asks the database about the session of every call that needs one, so that here an ended session is refused though
 * NATS, by which the other services hear of it, be away. Comes after the check of the token itself.
 */
export function installSessionCheck(app: App, db: Db): void {
  app.addHook('onRequest', async (request) => {
    const { access } = request.routeOptions.config
    if (request.principal === null || access === 'anyone') return
    await requireLiveSession(db, request.principal)
  })
}
