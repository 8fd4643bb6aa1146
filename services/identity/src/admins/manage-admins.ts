import { type Admin, type AdminChanges, DomainError, type NewAdminInput } from '@rehearse/contracts'
import { withIdempotency } from '@rehearse/service-kit'
import type { FastifyBaseLogger } from 'fastify'
import type { HashQueueKey, PasswordHasher } from '../passwords/password-hasher.ts'
import { endSessionsOf } from '../sessions/session.ts'
import type { AdminRow, Db } from '../tables.ts'
import { newAdminId, toAdmin } from './admin.ts'
import {
  countActiveSuperAdmins,
  findAdmin,
  findAdminByEmail,
  hasAdmins,
  insertAdmin,
  insertFirstAdmin,
  lockAdmins,
  updateAdmin,
} from './repository.ts'

/**
 * Creates an admin. Repeating the request with the same idempotency key returns the same admin.
 * @throws {DomainError} 409 `admin_email_taken`, `idempotency_key_reused`
 */
export async function createAdmin(
  { db, passwords }: { db: Db; passwords: PasswordHasher },
  { email, password, name, role }: NewAdminInput,
  by: { adminId: string; key: string | undefined },
  turn: HashQueueKey,
): Promise<Admin> {
  // Skips hashing if the email is taken; the unique index decides races.
  const isTaken = (await findAdminByEmail(db, email)) !== undefined
  const password_hash = isTaken ? null : await passwords.hash(password, turn)
  const { adminId, key } = by
  return withIdempotency(db, { actor: adminId, key, request: ['create admin', email] }, async (trx) => {
    if (password_hash === null) throw emailTaken()
    const id = newAdminId(new Date())
    const made = await insertAdmin(trx, { id, email, password_hash, name, role, created_by: adminId })
    if (made === undefined) throw emailTaken()
    return toAdmin(made)
  })
}

const emailTaken = () =>
  new DomainError({
    kind: 'conflict',
    code: 'admin_email_taken',
    message: 'Admin with this email already exists',
  })

/**
 * Renames, promotes, deactivates or reactivates an admin. Deactivating or changing the role ends their sessions, since
 * tokens carry the role.
 * @throws {DomainError} 404 `admin_not_found`; 409 `last_super_admin`
 */
export async function changeAdmin(db: Db, id: string, changes: AdminChanges): Promise<Admin> {
  return db.transaction().execute(async (trx) => {
    // One change at a time, so that two super admins can't deactivate each other.
    await lockAdmins(trx)
    const before = await findAdmin(trx, id)
    if (before === undefined) throw adminNotFound()
    const after = (await updateAdmin(trx, id, changes)) ?? before
    if (
      isActiveSuperAdmin(before) &&
      !isActiveSuperAdmin(after) &&
      (await countActiveSuperAdmins(trx)) === 0
    ) {
      throw lastSuperAdmin()
    }
    const losesSessions = after.role !== before.role || (before.is_active && !after.is_active)
    if (losesSessions) await endSessionsOf(trx, { kind: 'admin', subjectId: id }, 'account-disabled')
    return toAdmin(after)
  })
}

const isActiveSuperAdmin = (admin: AdminRow) =>
  admin.is_active && admin.role === 'super_admin' && admin.password_hash !== null

export const adminNotFound = () =>
  new DomainError({ kind: 'not-found', code: 'admin_not_found', message: 'Admin not found' })

const lastSuperAdmin = () =>
  new DomainError({
    kind: 'conflict',
    code: 'last_super_admin',
    message: 'The last active super admin cannot be deactivated or demoted',
  })

interface FirstAdminConfig {
  ADMIN_EMAIL?: string | undefined
  ADMIN_PASSWORD?: string | undefined
}

/** Creates the first super admin from the configuration, unless there is an admin. */
export async function ensureFirstSuperAdmin(
  { db, passwords, log }: { db: Db; passwords: PasswordHasher; log: FastifyBaseLogger },
  { ADMIN_EMAIL: email, ADMIN_PASSWORD: password }: FirstAdminConfig,
): Promise<void> {
  if (await hasAdmins(db)) return
  if (email === undefined || password === undefined) {
    log.warn('there is no admin yet: start with ADMIN_EMAIL and ADMIN_PASSWORD to create the first one')
    return
  }
  const password_hash = await passwords.hash(password, { kind: 'change', address: '', account: email })
  const id = newAdminId(new Date())
  const made = await db
    .transaction()
    .execute((trx) =>
      insertFirstAdmin(trx, { id, email, password_hash, name: 'Administrator', role: 'super_admin' }),
    )
  if (made) log.info({ adminId: id }, 'created the first super admin')
}
