import { identitySubjects } from '@rehearse/contracts'
import { enqueue } from '@rehearse/service-kit'
import type { Db, SessionEndReason, SessionKind, Trx } from '../tables.ts'
import { hashRefreshToken } from './refresh-token.ts'
import { findSessionIdOfRefreshToken } from './refresh-token-repository.ts'
import { findLiveSessionIds, markSessionEnded } from './session-repository.ts'

/** Ends a session and tells every service, which then refuse its tokens. Doing it again changes nothing. */
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
 * Ends all sessions of a learner or an admin, everywhere.
 * @param of `except`: the session to spare, as a rule the one that asks for this
 * @returns how many there were
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
 * Ends whatever session the caller can show a token of. Nothing to end is fine: signing out is never refused.
 * The refresh token counts too, since the access token may have run out by now.
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
