import { expectSignedIn } from '../account/account-data.ts'
import { ApiError } from '../api/api-error.ts'
import { learnerApi } from '../api/client.ts'
import { withMutex } from './mutex.ts'
import { offlineDatabase, type QueuedSession } from './offline-database.ts'

/** Writes down how a session stands. Whether the server knows of it stays as it is. */
export async function queueSession(session: Omit<QueuedSession, 'told'>): Promise<void> {
  const change = (await offlineDatabase()).transaction('sessions', 'readwrite')
  const known = await change.store.get(session.sessionId)
  await change.store.put({ ...session, told: known?.told ?? false })
  await change.done
}

export const queuedSessions = async (userId: string): Promise<QueuedSession[]> =>
  (await offlineDatabase()).getAllFromIndex('sessions', 'userId', userId)

/** The server knows that it has begun; answers that came meanwhile are not lost. */
async function markReported(sessionId: string): Promise<void> {
  const change = (await offlineDatabase()).transaction('sessions', 'readwrite')
  const session = await change.store.get(sessionId)
  if (session) await change.store.put({ ...session, told: true })
  await change.done
}

export async function removeSession(sessionId: string): Promise<void> {
  await (await offlineDatabase()).delete('sessions', sessionId)
}

/** The name under which a tab holds the session that goes on in it; practice says it again, to be no load for a first visit. */
const sessionLock = (sessionId: string): string => `rehearse-session-${sessionId}`

/**
 * Tells the server of sessions that have begun, and of those that are over: no tab holds them any more, because it was
 * left, closed, or has crashed. What can't be told now is told another time.
 *
 * @param isOver whether those that go on end here: their learner signs out
 * @throws {ApiError} when the server is away or the session is over
 */
export const sendSessions = (userId: string, isOver = false): Promise<void> =>
  withMutex('rehearse-sessions', async () => {
    for (const session of await queuedSessions(userId)) {
      try {
        expectSignedIn(userId)
        await tell(session, isOver)
      } catch (error) {
        if (!isRejection(error)) throw error
        // Begun too long ago, say: it will never be taken.
        await removeSession(session.sessionId)
      }
    }
  })

async function tell(session: QueuedSession, isOver: boolean): Promise<void> {
  const { userId: _userId, told, endTime, ...begun } = session
  if (!told) {
    await learnerApi.post('/api/progress/sessions', { body: begun })
    await markReported(session.sessionId)
  }
  if (!isOver && (await goesOn(session.sessionId))) return
  await learnerApi.patch(`/api/progress/sessions/${session.sessionId}`, { body: { endTime } })
  await removeSession(session.sessionId)
}

/** Without locks nobody can tell: it counts as over then, until its next answer. */
async function goesOn(sessionId: string): Promise<boolean> {
  const locks: LockManager | null | undefined = navigator.locks
  const { held } = locks ? await locks.query() : { held: [] }
  return held?.some(({ name }) => name === sessionLock(sessionId)) ?? false
}

const isRejection = (error: unknown): boolean =>
  error instanceof ApiError && !error.isTransient && !error.isUnauthenticated && error.status !== 403
