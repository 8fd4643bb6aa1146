import type { Admin } from '@rehearse/contracts'
import { invalidToken } from '../sessions/refusals.ts'
import type { Db } from '../tables.ts'
import { adminDeactivated, toAdmin } from './admin.ts'
import { findAdmin } from './admin-repository.ts'

/**
 * The admin whose session it is; that it is alive has been checked at the door.
 * @throws {DomainError} 401 `invalid_token`, `admin_deactivated`
 */
export async function adminOfSession(db: Db, { id }: { id: string }): Promise<Admin> {
  const admin = await findAdmin(db, id)
  if (admin === undefined) throw invalidToken()
  if (!admin.is_active) throw adminDeactivated()
  return toAdmin(admin)
}
