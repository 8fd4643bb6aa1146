import { expectSignedIn } from '../account/account-data.ts'
import { learnerApi } from '../api/client.ts'
import { isRejection } from './is-rejection.ts'
import { withMutex } from './mutex.ts'
import { offlineDatabase, type QueuedSession } from './offline-database.ts'

/** Stores the state of a session, without changing whether the server knows of it. */
export async function queueSession(session: Omit<QueuedSession, 'told'>): Promise<void> {
  const change = (await offlineDatabase()).transaction('sessions', 'readwrite')
  const known = await change.store.get(session.sessionId)
  await change.store.put({ ...session, told: known?.told ?? false })
  await change.done
}

export const queuedSessions = async (userId: string): Promise<QueuedSession[]> =>
  (await offlineDatabase()).getAllFromIndex('sessions', 'userId', userId)

/** Marks a session as known to the server, without losing answers recorded in the meantime. */
async function markReported(sessionId: string): Promise<void> {
  const change = (await offlineDatabase()).transaction('sessions', 'readwrite')
  const session = await change.store.get(sessionId)
  if (session) await change.store.put({ ...session, told: true })
  await change.done
}

export async function removeSession(sessionId: string): Promise<void> {
  await (await offlineDatabase()).delete('sessions', sessionId)
}

/**
 * The lock that a tab holds while a session runs in it. Practice repeats the name, so that this module doesn't load
 * on a first visit.
 */
const sessionLock = (sessionId: string): string => `rehearse-session-${sessionId}`

/**
 * Reports sessions that have begun, and those that are over: no tab holds them, because it was left, closed or
 * crashed. What fails is reported the next time.
 *
 * @param isOver whether running sessions end here: their learner signs out
 * @throws {ApiError} if the server is unavailable or the learner's session is over
 */
export const sendSessions = (userId: string, isOver = false): Promise<void> =>
  withMutex('rehearse-sessions', async () => {
    for (const session of await queuedSessions(userId)) {
      try {
        expectSignedIn(userId)
        await report(session, isOver)
      } catch (error) {
        if (!isRejection(error)) throw error
        // For example, it began too long ago: it will never be accepted.
        await removeSession(session.sessionId)
      }
    }
  })

async function report(session: QueuedSession, isOver: boolean): Promise<void> {
  const { userId: _userId, told, endTime, ...begun } = session
  if (!told) {
    await learnerApi.post('/api/progress/sessions', { body: begun })
    await markReported(session.sessionId)
  }
  if (!isOver && (await isRunning(session.sessionId))) return
  await learnerApi.patch(`/api/progress/sessions/${session.sessionId}`, { body: { endTime } })
  await removeSession(session.sessionId)
}

/** Without the Locks API this is unknown: the session counts as over until its next answer. */
async function isRunning(sessionId: string): Promise<boolean> {
  const locks: LockManager | null | undefined = navigator.locks
  const { held } = locks ? await locks.query() : { held: [] }
  return held?.some(({ name }) => name === sessionLock(sessionId)) ?? false
}
