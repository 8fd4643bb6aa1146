import { type Admin, type AdminChanges, DomainError } from '@rehearse/contracts'
import { endSessionsOf } from '../sessions/end-session.ts'
import type { AdminRow, Db } from '../tables.ts'
import { toAdmin } from './admin.ts'
import { countActiveSuperAdmins, findAdmin, lockAdmins, updateAdmin } from './admin-repository.ts'

/**
 * Renames, promotes, deactivates or reactivates an admin. Who is deactivated, or given another role, is signed out
 * everywhere: their tokens say what they were.
 * @throws {DomainError} 404 `admin_not_found`; 409 `last_super_admin` rather than leave nobody in charge
 */
export async function changeAdmin(db: Db, id: string, changes: AdminChanges): Promise<Admin> {
  return db.transaction().execute(async (trx) => {
    // One change at a time: two super admins who deactivate each other must not both find the other in charge.
    await lockAdmins(trx)
    const before = await findAdmin(trx, id)
    if (before === undefined) throw adminNotFound()
    const after = (await updateAdmin(trx, id, changes)) ?? before
    if (isInCharge(before) && !isInCharge(after) && (await countActiveSuperAdmins(trx)) === 0) {
      throw lastSuperAdmin()
    }
    const losesSessions = after.role !== before.role || (before.is_active && !after.is_active)
    if (losesSessions) await endSessionsOf(trx, { kind: 'admin', subjectId: id }, 'account-disabled')
    return toAdmin(after)
  })
}

const isInCharge = (admin: AdminRow) =>
  admin.is_active && admin.role === 'super_admin' && admin.password_hash !== null

export const adminNotFound = () =>
  new DomainError({ kind: 'not-found', code: 'admin_not_found', message: 'Admin not found' })

const lastSuperAdmin = () =>
  new DomainError({
    kind: 'conflict',
    code: 'last_super_admin',
    message: 'The last active super admin cannot be deactivated or demoted',
  })
