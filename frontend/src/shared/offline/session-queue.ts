import { offlineDatabase, type QueuedSession } from './offline-database.ts'

/** Writes down how a sitting stands. Whether the server knows of it stays as it is. */
export async function queueSession(session: Omit<QueuedSession, 'told'>): Promise<void> {
  const change = (await offlineDatabase()).transaction('sessions', 'readwrite')
  const known = await change.store.get(session.sessionId)
  await change.store.put({ ...session, told: known?.told ?? false })
  await change.done
}

export const queuedSessions = async (userId: string): Promise<QueuedSession[]> =>
  (await offlineDatabase()).getAllFromIndex('sessions', 'userId', userId)

/** The server knows that it has begun; answers that came meanwhile are not lost. */
export async function markReported(sessionId: string): Promise<void> {
  const change = (await offlineDatabase()).transaction('sessions', 'readwrite')
  const session = await change.store.get(sessionId)
  if (session) await change.store.put({ ...session, told: true })
  await change.done
}

export async function removeSession(sessionId: string): Promise<void> {
  await (await offlineDatabase()).delete('sessions', sessionId)
}
