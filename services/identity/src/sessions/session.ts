import { createHash, createHmac, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import {
  ADMIN_ENROLLMENT_TTL,
  ADMIN_TOKEN_TTL,
  identitySubjects,
  LEARNER_TOKEN_TTL,
  QUOTAS,
  REFRESH_GRACE,
  REFRESH_TOKEN_TTL,
} from '@rehearse/contracts'
import { enqueue } from '@rehearse/service-kit'
import type { AccessToken, TokenIssuer } from '../keys/token-issuer.ts'
import type { Db, SessionEndReason, SessionKind, Trx } from '../tables.ts'
import type { Device } from './device.ts'
import { invalidToken } from './errors.ts'
import {
  deleteOldUsedTokens,
  deleteSessions,
  extendSession,
  findLiveSessionIds,
  findSessionIdOfRefreshToken,
  findSessionsBeyond,
  insertRefreshToken,
  insertSession,
  lockRefreshToken,
  markRefreshTokenUsed,
  markSessionEnded,
} from './repository.ts'

export interface StartedSession {
  id: string
  startedAt: Date
}

/** Starts a learner's session and issues its first refresh token. */
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

/** Limits the devices a learner is signed in on; the least recently used one is signed out. */
async function limitSessions(trx: Trx, learnerId: string): Promise<void> {
  const beyond = await findSessionsBeyond(trx, learnerId, QUOTAS.devices.total)
  const [live, ended] = [beyond.filter(({ isLive }) => isLive), beyond.filter(({ isLive }) => !isLive)]
  for (const { id } of live) await endSession(trx, id, 'ended-elsewhere')
  await deleteSessions(
    trx,
    ended.map(({ id }) => id),
  )
}

/** An admin's session lasts a day, or minutes if it can only set up a required second factor. */
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

interface Dependencies {
  db: Db
  tokens: TokenIssuer
  successorOf: SuccessorOf
}

interface Exchange {
  subjectId: string
  sessionId: string
  /**
   * When the presented token was first exchanged; the new tokens are issued as of this time, even when they are
   * issued again.
   */
  exchangedAt: Date
  accountCreatedAt: Date
}

/**
 * Exchanges a refresh token for a new pair of tokens. Within a grace period the old one returns the same pair; after it,
 * reuse ends the session.
 * @throws {DomainError} 401 `invalid_token`
 */
export async function refreshSession(
  { db, tokens, successorOf }: Dependencies,
  presented: string,
): Promise<AccessToken & { refreshToken: string }> {
  const successor = successorOf(presented)
  const exchange = await db.transaction().execute((trx) => exchangeToken(trx, presented, successor))
  // Thrown outside the transaction, which must be committed if it ended the session.
  if (exchange === null) throw invalidToken()
  // Ed25519 signatures are deterministic, so the same claims give the same token.
  const access = await tokens.issue({
    subjectId: exchange.subjectId,
    sessionId: exchange.sessionId,
    role: 'learner',
    issuedAt: exchange.exchangedAt,
    ttl: LEARNER_TOKEN_TTL,
    accountCreatedAt: exchange.accountCreatedAt,
  })
  return { ...access, refreshToken: successor }
}

async function exchangeToken(trx: Trx, presented: string, successor: string): Promise<Exchange | null> {
  const hash = hashRefreshToken(presented)
  const token = await lockRefreshToken(trx, hash)
  if (token === undefined) return null
  const { sessionId, subjectId, accountCreatedAt } = token
  const verdict = checkRefresh(token, token.now)
  switch (verdict) {
    case 'rotate': {
      const exchangedAt = await markRefreshTokenUsed(trx, hash)
      await insertRefreshToken(trx, { hash: hashRefreshToken(successor), sessionId, ttl: REFRESH_TOKEN_TTL })
      await deleteOldUsedTokens(trx, sessionId)
      await extendSession(trx, sessionId, REFRESH_TOKEN_TTL)
      return { subjectId, sessionId, accountCreatedAt, exchangedAt }
    }
    case 'repeat':
      return token.usedAt && { subjectId, sessionId, accountCreatedAt, exchangedAt: token.usedAt }
    case 'reused':
      await endSession(trx, sessionId, 'refresh-token-reused')
      return null
    case 'refused':
      return null
    default:
      return verdict satisfies never
  }
}

interface PresentedRefreshToken {
  expiresAt: Date
  /** When it was exchanged for its successor. */
  usedAt: Date | null
  sessionEndedAt: Date | null
}

/**
 * - `rotate`: exchange it for a new pair
 * - `repeat`: it was exchanged a moment ago (two tabs, a lost response): return the same pair
 * - `reused`: it was exchanged long ago, so it or its successor was stolen: end the session
 * - `refused`: it is invalid
 */
type RefreshDecision = 'rotate' | 'repeat' | 'reused' | 'refused'

export function checkRefresh(token: PresentedRefreshToken, now: Date): RefreshDecision {
  if (token.sessionEndedAt !== null) return 'refused'
  if (token.usedAt === null) return token.expiresAt > now ? 'rotate' : 'refused'
  return now.getTime() - token.usedAt.getTime() <= REFRESH_GRACE * 1000 ? 'repeat' : 'reused'
}

/** Ends a session and publishes that, so that every service rejects its tokens. Idempotent. */
export async function endSession(trx: Trx, sessionId: string, reason: SessionEndReason): Promise<void> {
  const ended = await markSessionEnded(trx, sessionId, reason)
  if (ended === undefined) return
  await enqueue(trx, [
    {
      subject: identitySubjects.sessionEnded,
      type: 'SessionEnded',
      version: 1,
      data: { sessionId: ended.id, subjectId: ended.subject_id },
    },
  ])
}

/**
 * Ends all sessions of a learner or an admin.
 * @param of `except`: the session to keep, usually the caller's
 * @returns the number of ended sessions
 */
export async function endSessionsOf(
  trx: Trx,
  of: { kind: SessionKind; subjectId: string; except?: string | undefined },
  reason: SessionEndReason,
): Promise<number> {
  const ids = await findLiveSessionIds(trx, of)
  for (const id of ids) await endSession(trx, id, reason)
  return ids.length
}

/**
 * Ends the session of the access token or of the refresh token, since the access token may have expired. Signing out
 * succeeds even if there is no session.
 */
export async function signOut(
  db: Db,
  shown: { sessionId: string | undefined; refreshToken: string | undefined },
): Promise<void> {
  const { sessionId, refreshToken } = shown
  const refreshable =
    refreshToken === undefined
      ? undefined
      : await findSessionIdOfRefreshToken(db, hashRefreshToken(refreshToken))
  for (const id of new Set([sessionId, refreshable])) {
    if (id === undefined) continue
    await db.transaction().execute((trx) => endSession(trx, id, 'signed-out'))
  }
}

/** An opaque token of 256 random bits. The database has only its hash. */
export const newRefreshToken = (): string => randomBytes(32).toString('base64url')

/** The stored form of a token. Plain SHA-256 is enough for 256 random bits. */
export const hashRefreshToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Derives the token that replaces a given one. */
export type SuccessorOf = (token: string) => string

/**
 * A token's successor is derived from it and a server secret, so that it can be issued again within the grace period
 * although only hashes are stored. Without the secret no one can derive it, not even from the database.
 * @param secret the configured secret; this key is derived from it
 */
export function refreshSuccession(secret: string): SuccessorOf {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'rehearse refresh token succession', 32))
  return (token) => createHmac('sha256', key).update(token).digest('base64url')
}
