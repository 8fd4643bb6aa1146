import { randomUUID } from 'node:crypto'
import { ADMIN_ENROLLMENT_TTL, ADMIN_TOKEN_TTL, QUOTAS, REFRESH_TOKEN_TTL } from '@rehearse/contracts'
import type { Trx } from '../tables.ts'
import type { Device } from './device.ts'
import { endSession } from './end-session.ts'
import { hashRefreshToken, newRefreshToken } from './refresh-token.ts'
import { insertRefreshToken } from './refresh-token-repository.ts'
import { deleteSessions, findSessionsBeyond, insertSession } from './session-repository.ts'

export interface StartedSession {
  id: string
  startedAt: Date
}

/** A learner's session, kept alive by refresh tokens, of which this gives the first. */
export async function startLearnerSession(
  trx: Trx,
  learnerId: string,
  device: Device,
): Promise<StartedSession & { refreshToken: string }> {
  const session = await insertSession(
    trx,
    { id: randomUUID(), kind: 'learner', subject_id: learnerId },
    device,
    REFRESH_TOKEN_TTL,
  )
  const refreshToken = newRefreshToken()
  await insertRefreshToken(trx, {
    hash: hashRefreshToken(refreshToken),
    sessionId: session.id,
    ttl: REFRESH_TOKEN_TTL,
  })
  await limitSessions(trx, learnerId)
  return { id: session.id, startedAt: session.created_at, refreshToken }
}

/** So many that no one signs in on more devices. Beyond it the one used least recently is signed out. */
async function limitSessions(trx: Trx, learnerId: string): Promise<void> {
  const beyond = await findSessionsBeyond(trx, learnerId, QUOTAS.devices.total)
  const [live, ended] = [beyond.filter(({ isLive }) => isLive), beyond.filter(({ isLive }) => !isLive)]
  for (const { id } of live) await endSession(trx, id, 'ended-elsewhere')
  await deleteSessions(
    trx,
    ended.map(({ id }) => id),
  )
}

/** An admin's session: a day, and no longer; minutes where it can only set up a required second factor. */
export async function startAdminSession(
  trx: Trx,
  adminId: string,
  device: Device,
  canOnlyEnroll: boolean,
): Promise<StartedSession> {
  const session = await insertSession(
    trx,
    { id: randomUUID(), kind: 'admin', subject_id: adminId, can_only_enroll: canOnlyEnroll },
    device,
    canOnlyEnroll ? ADMIN_ENROLLMENT_TTL : ADMIN_TOKEN_TTL,
  )
  return { id: session.id, startedAt: session.created_at }
}
