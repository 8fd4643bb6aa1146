import type { DeviceSession } from '@rehearse/contracts'
import type { Db } from '../tables.ts'
import { deviceName } from './device-name.ts'
import { listLiveSessions } from './session-repository.ts'

/** Where a learner is signed in, the last used first. */
export async function listDevices(
  db: Db,
  { id, sessionId }: { id: string; sessionId: string },
): Promise<DeviceSession[]> {
  const sessions = await listLiveSessions(db, { kind: 'learner', subjectId: id })
  return sessions.map((session) => ({
    id: session.id,
    device: deviceName(session.user_agent),
    address: session.address,
    createdAt: session.created_at.toISOString(),
    lastUsedAt: session.last_used_at.toISOString(),
    current: session.id === sessionId,
  }))
}
