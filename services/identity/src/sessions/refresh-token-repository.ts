import { sql } from 'kysely'
import type { Db, Trx } from '../tables.ts'

export interface LockedRefreshToken {
  sessionId: string
  subjectId: string
  expiresAt: Date
  usedAt: Date | null
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
 * The token and its session, both locked until the transaction ends: of two that present the same token the second
 * sees what the first made of it. Always the token before the session, so that no two wait for each other.
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
      sql<Date>`now()`.as('now'),
    ])
    .where('refresh_token.token_hash', '=', hash)
    .forUpdate()
    .executeTakeFirst()
}

/** Used tokens of a session that are remembered, so that the reuse of one is noticed: six weeks of hourly refreshes. */
const usedTokensMax = 1_000

/** Forgets the oldest used tokens of a session. Whoever presents one of them is refused, as with any unknown token. */
export async function forgetUsedTokens(trx: Trx, sessionId: string): Promise<void> {
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

/** The session a refresh token belongs to, used or not. */
export async function findSessionIdOfRefreshToken(db: Db, hash: Buffer): Promise<string | undefined> {
  const row = await db
    .selectFrom('refresh_token')
    .select('session_id')
    .where('token_hash', '=', hash)
    .executeTakeFirst()
  return row?.session_id
}
