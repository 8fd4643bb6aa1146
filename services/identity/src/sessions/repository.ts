import { sql } from 'kysely'
import type { Db, SessionEndReason, SessionKind, SessionRow, Trx } from '../tables.ts'
import type { Device } from './device.ts'

/**
 * Inserts a session, by the database's clock, which all replicas share, and deletes the user's expired ones.
 * @param ttl seconds
 */
export async function insertSession(
  trx: Trx,
  session: Pick<SessionRow, 'id' | 'kind' | 'subject_id'> & Partial<Pick<SessionRow, 'can_only_enroll'>>,
  { userAgent, address }: Device,
  ttl: number,
): Promise<SessionRow> {
  await trx
    .deleteFrom('session')
    .where('subject_id', '=', session.subject_id)
    .where('expires_at', '<', sql<Date>`now()`)
    .execute()
  return trx
    .insertInto('session')
    .values({
      ...session,
      user_agent: userAgent,
      address,
      expires_at: sql<Date>`now() + ${ttl} * interval '1 second'`,
      end_reason: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The session, unless it has ended, expired or doesn't exist. */
export function findLiveSession(db: Db, id: string): Promise<SessionRow | undefined> {
  return db
    .selectFrom('session')
    .selectAll()
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

/** Marks a session as ended; undefined if it had ended or doesn't exist. */
export function markSessionEnded(
  trx: Trx,
  id: string,
  reason: SessionEndReason,
): Promise<Pick<SessionRow, 'id' | 'subject_id'> | undefined> {
  return trx
    .updateTable('session')
    .set({ ended_at: sql<Date>`now()`, end_reason: reason })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning(['id', 'subject_id'])
    .executeTakeFirst()
}

/** The ids of a user's live sessions, without the one to keep. */
export async function findLiveSessionIds(
  db: Db,
  of: { kind: SessionKind; subjectId: string; except?: string | undefined },
): Promise<string[]> {
  const rows = await liveSessions(db, of).select('id').execute()
  return rows.map(({ id }) => id).filter((id) => id !== of.except)
}

/** A learner's sessions beyond `max`: live ones come first, then the most recently used. */
export async function findSessionsBeyond(
  trx: Trx,
  learnerId: string,
  max: number,
): Promise<{ id: string; isLive: boolean }[]> {
  return trx
    .selectFrom('session')
    .select(['id', sql<boolean>`ended_at is null`.as('isLive')])
    .where('subject_id', '=', learnerId)
    .where('kind', '=', 'learner')
    .orderBy(sql`ended_at is null`, 'desc')
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .offset(max)
    .execute()
}

export async function deleteSessions(trx: Trx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await trx.deleteFrom('session').where('id', 'in', ids).execute()
}

/** A user's live sessions, the most recently used first. */
export function listLiveSessions(
  db: Db,
  of: { kind: SessionKind; subjectId: string },
): Promise<SessionRow[]> {
  return liveSessions(db, of).selectAll().orderBy('last_used_at', 'desc').orderBy('id').execute()
}

const liveSessions = (db: Db, { kind, subjectId }: { kind: SessionKind; subjectId: string }) =>
  db
    .selectFrom('session')
    .where('subject_id', '=', subjectId)
    .where('kind', '=', kind)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)

/** Extends the session to the life of its newest refresh token and records its use. */
export async function extendSession(trx: Trx, id: string, ttl: number): Promise<void> {
  await trx
    .updateTable('session')
    .set({ last_used_at: sql<Date>`now()`, expires_at: sql<Date>`now() + ${ttl} * interval '1 second'` })
    .where('id', '=', id)
    .execute()
}

/** Records that a session is in use, at most once a minute. */
export async function recordSessionUse(db: Db, id: string): Promise<void> {
  await db
    .updateTable('session')
    .set({ last_used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('last_used_at', '<', sql<Date>`now() - interval '1 minute'`)
    .execute()
}

/** Deletes all expired sessions. @returns the number of deleted sessions */
export async function deleteExpiredSessions(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('expires_at', '<', sql<Date>`now()`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

interface LockedRefreshToken {
  sessionId: string
  subjectId: string
  expiresAt: Date
  usedAt: Date | null
  accountCreatedAt: Date
  sessionEndedAt: Date | null
  /** The database's clock, which all replicas share. */
  now: Date
}

/** @param ttl seconds */
export async function insertRefreshToken(
  trx: Trx,
  token: { hash: Buffer; sessionId: string; ttl: number },
): Promise<void> {
  await trx
    .insertInto('refresh_token')
    .values({
      token_hash: token.hash,
      session_id: token.sessionId,
      expires_at: sql<Date>`now() + ${token.ttl} * interval '1 second'`,
    })
    .execute()
}

/**
 * The token and its session, locked until the transaction ends: of two concurrent requests with the same token the
 * second sees the first one's result. The token is locked before the session, which prevents deadlocks.
 */
export function lockRefreshToken(trx: Trx, hash: Buffer): Promise<LockedRefreshToken | undefined> {
  return trx
    .selectFrom('refresh_token')
    .innerJoin('session', 'session.id', 'refresh_token.session_id')
    .select([
      'session.id as sessionId',
      'session.subject_id as subjectId',
      'session.ended_at as sessionEndedAt',
      'refresh_token.expires_at as expiresAt',
      'refresh_token.used_at as usedAt',
      // Only learners have refresh tokens.
      sql<Date>`(select created_at from learner where uid = session.subject_id::uuid)`.as('accountCreatedAt'),
      sql<Date>`now()`.as('now'),
    ])
    .where('refresh_token.token_hash', '=', hash)
    .forUpdate()
    .executeTakeFirst()
}

/** Used tokens kept per session to detect reuse: six weeks of hourly refreshes. */
const usedTokensMax = 1_000

/** Deletes the oldest used tokens of a session; like unknown tokens, they are rejected. */
export async function deleteOldUsedTokens(trx: Trx, sessionId: string): Promise<void> {
  await sql`
    delete from refresh_token where token_hash in (
      select token_hash from refresh_token where session_id = ${sessionId} and used_at is not null
      order by used_at desc offset ${usedTokensMax})`.execute(trx)
}

/** @returns when, by the database's clock */
export async function markRefreshTokenUsed(trx: Trx, hash: Buffer): Promise<Date> {
  const row = await trx
    .updateTable('refresh_token')
    .set({ used_at: sql<Date>`now()` })
    .where('token_hash', '=', hash)
    .returning(sql<Date>`used_at`.as('usedAt'))
    .executeTakeFirstOrThrow()
  return row.usedAt
}

/** The session of a refresh token, used or not. */
export async function findSessionIdOfRefreshToken(db: Db, hash: Buffer): Promise<string | undefined> {
  const row = await db
    .selectFrom('refresh_token')
    .select('session_id')
    .where('token_hash', '=', hash)
    .executeTakeFirst()
  return row?.session_id
}
