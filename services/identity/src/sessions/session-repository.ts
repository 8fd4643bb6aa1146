import { sql } from 'kysely'
import type { Db, SessionEndReason, SessionRow, Trx } from '../db/tables.ts'

/**
 * Opens a session, by the database's clock, which all replicas share. What expired of this person's earlier sessions
 * goes at the same time, so that no row outlives its use by more than a sign-in.
 * @param ttl seconds
 */
export async function insertSession(
  trx: Trx,
  session: Pick<SessionRow, 'id' | 'kind' | 'subject_id'>,
  ttl: number,
): Promise<SessionRow> {
  await trx
    .deleteFrom('session')
    .where('subject_id', '=', session.subject_id)
    .where('expires_at', '<', sql<Date>`now()`)
    .execute()
  return trx
    .insertInto('session')
    .values({ ...session, expires_at: sql<Date>`now() + ${ttl} * interval '1 second'`, end_reason: null })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The session, unless it has ended, expired or never was. */
export function findLiveSession(db: Db, id: string): Promise<SessionRow | undefined> {
  return db
    .selectFrom('session')
    .selectAll()
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

/** Marks a session as ended; undefined when it was so already, or doesn't exist. */
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

/** Keeps the session alive as long as its newest refresh token. */
export async function extendSession(trx: Trx, id: string, ttl: number): Promise<void> {
  await trx
    .updateTable('session')
    .set({ expires_at: sql<Date>`now() + ${ttl} * interval '1 second'` })
    .where('id', '=', id)
    .execute()
}
