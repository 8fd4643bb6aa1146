import type { App, Backend, Principal } from '@rehearse/service-kit'
import { type BackgroundWork, startBackgroundWork } from '@rehearse/service-kit/jobs/background-work'
import { delay } from '@rehearse/service-kit/jobs/delay'
import type { Db, Tables } from '../tables.ts'
import { invalidToken } from './errors.ts'
import { deleteExpiredSessions, findLiveSession } from './repository.ts'

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

/** @throws {DomainError} 401 `invalid_token` when the session has ended, or is not the one that the token says */
async function requireLiveSession(
  db: Db,
  { id, role, sessionId }: Pick<Principal, 'id' | 'role' | 'sessionId'>,
): Promise<void> {
  const session = await findLiveSession(db, sessionId)
  const kind = role === 'learner' ? 'learner' : 'admin'
  if (session?.kind !== kind || session.subject_id !== id) throw invalidToken()
  if (session.can_only_enroll !== (role === 'enrolling_admin')) throw invalidToken()
}

/** Milliseconds between sweeps. */
const day = 24 * 60 * 60 * 1000

/** Forgets devices and addresses of whoever did not come back, from when the schema stands until the service closes. */
export function keepSessionsSwept({ app, database: { db }, beforeServing }: Backend<Tables>): void {
  let work: BackgroundWork | undefined
  beforeServing('sweep of sessions', async () => {
    work = startBackgroundWork(
      'sweep of sessions',
      async (stop) => {
        while (!stop.aborted) {
          const sessions = await deleteExpiredSessions(db)
          if (sessions > 0) app.log.info({ sessions }, 'forgot sessions that ran out')
          await delay(day, stop)
        }
      },
      app.log,
    )
  })
  app.addHook('onClose', async () => work?.stop())
}
