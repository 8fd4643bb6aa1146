import type { Admin } from '@rehearse/contracts'
import type { Db } from '../db/tables.ts'
import { invalidToken } from '../sessions/refusals.ts'
import { findLiveSession } from '../sessions/session-repository.ts'
import { adminDeactivated, toAdmin } from './admin.ts'
import { findAdmin } from './admin-repository.ts'

/**
 * The admin a token speaks for, by the database and not by the token alone (see `learnerOfSession`).
 * @throws {DomainError} 401 `invalid_token`, `admin_deactivated`
 */
export async function adminOfSession(
  db: Db,
  { id, sessionId }: { id: string; sessionId: string },
): Promise<Admin> {
  const session = await findLiveSession(db, sessionId)
  if (session?.kind !== 'admin' || session.subject_id !== id) throw invalidToken()
  const admin = await findAdmin(db, id)
  if (admin === undefined) throw invalidToken()
  if (!admin.is_active) throw adminDeactivated()
  return toAdmin(admin)
}
