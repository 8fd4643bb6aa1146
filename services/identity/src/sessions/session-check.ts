import type { App, Backend, Principal } from '@rehearse/service-kit'
import type { Db, Tables } from '../tables.ts'
import { invalidToken } from './errors.ts'
import { deleteExpiredSessions, findLiveSession } from './repository.ts'

/**
 * Checks the session of every authenticated request in the database, so that identity rejects ended sessions even while
 * NATS is down. Runs after the token itself is verified.
 */
export function installSessionCheck(app: App, db: Db): void {
  app.addHook('onRequest', async (request) => {
    const { access } = request.routeOptions.config
    if (request.principal === null || access === 'anyone') return
    await requireLiveSession(db, request.principal)
  })
}

/** @throws {DomainError} 401 `invalid_token` if the session has ended or doesn't match the token */
async function requireLiveSession(
  db: Db,
  { id, role, sessionId }: Pick<Principal, 'id' | 'role' | 'sessionId'>,
): Promise<void> {
  const session = await findLiveSession(db, sessionId)
  const kind = role === 'learner' ? 'learner' : 'admin'
  if (session?.kind !== kind || session.subject_id !== id) throw invalidToken()
  if (session.can_only_enroll !== (role === 'enrolling_admin')) throw invalidToken()
}

/** Milliseconds between runs. */
const day = 24 * 60 * 60 * 1000

/** Deletes expired sessions, with their devices and addresses, once a day. */
export function startSessionCleanup({ app, database: { db }, runPeriodically }: Backend<Tables>): void {
  runPeriodically('sweep of sessions', day, async () => {
    const sessions = await deleteExpiredSessions(db)
    if (sessions > 0) app.log.info({ sessions }, 'deleted expired sessions')
  })
}
