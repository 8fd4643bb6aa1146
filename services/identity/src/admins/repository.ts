import { ADMIN_RESET_TTL } from '@rehearse/contracts'
import { sql } from 'kysely'
import type { AdminRow, Db, Trx } from '../tables.ts'

/** @param email normalized by the `email` schema of contracts */
export function findAdminByEmail(db: Db, email: string): Promise<AdminRow | undefined> {
  return db.selectFrom('admin').selectAll().where('email', '=', email).executeTakeFirst()
}

export function findAdmin(db: Db, id: string): Promise<AdminRow | undefined> {
  return db.selectFrom('admin').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function hasAdmins(db: Db): Promise<boolean> {
  const row = await db.selectFrom('admin').select('id').limit(1).executeTakeFirst()
  return row !== undefined
}

export type NewAdmin = Pick<AdminRow, 'id' | 'email' | 'password_hash' | 'name' | 'role'>

/** Inserts this admin if there are none; replicas that do so concurrently are serialized. */
export async function insertFirstAdmin(trx: Trx, admin: NewAdmin): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('first-admin'))`.execute(trx)
  if (await hasAdmins(trx)) return false
  await trx.insertInto('admin').values(admin).execute()
  return true
}

/** Records the time of a sign-in; undefined if the admin was deactivated or changed their password in the meantime. */
export function recordAdminSignIn(
  trx: Trx,
  { id, password_hash }: Pick<AdminRow, 'id' | 'password_hash'>,
): Promise<AdminRow | undefined> {
  return trx
    .updateTable('admin')
    .set({ last_login: sql<Date>`now()` })
    .where('id', '=', id)
    .where('is_active', '=', true)
    .where('password_hash', '=', password_hash)
    .returningAll()
    .executeTakeFirst()
}

export function listAdmins(db: Db): Promise<AdminRow[]> {
  return db.selectFrom('admin').selectAll().orderBy('created_at', 'desc').orderBy('id').execute()
}

/** Undefined if the address is taken, even in a race. */
export function insertAdmin(
  db: Db,
  admin: NewAdmin & Pick<AdminRow, 'created_by'>,
): Promise<AdminRow | undefined> {
  return db
    .insertInto('admin')
    .values(admin)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Serializes changes to admins until the transaction ends. */
export async function lockAdmins(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('admins'))`.execute(trx)
}

/** Undefined if there is nothing to change. */
export async function updateAdmin(
  trx: Trx,
  id: string,
  {
    name,
    role,
    isActive,
  }: { name?: string | undefined; role?: AdminRow['role'] | undefined; isActive?: boolean | undefined },
): Promise<AdminRow | undefined> {
  const changes = {
    ...(name !== undefined && { name }),
    ...(role !== undefined && { role }),
    ...(isActive !== undefined && { is_active: isActive }),
  }
  if (Object.keys(changes).length === 0) return undefined
  return trx.updateTable('admin').set(changes).where('id', '=', id).returningAll().executeTakeFirst()
}

/** Counts only admins who can sign in, not those whose password was reset. */
export async function countActiveSuperAdmins(trx: Trx): Promise<number> {
  const { count } = await trx
    .selectFrom('admin')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('role', '=', 'super_admin')
    .where('is_active', '=', true)
    .where('password_hash', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Locks an active admin if the compared password is still theirs. */
export async function lockAdminIfPasswordUnchanged(
  trx: Trx,
  { id, password_hash }: Pick<AdminRow, 'id' | 'password_hash'>,
): Promise<boolean> {
  const held = await trx
    .selectFrom('admin')
    .select('id')
    .where('id', '=', id)
    .where('is_active', '=', true)
    .where('password_hash', '=', password_hash)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return held !== undefined
}

/** Replaces the hash of the same password; changes nothing if the password has changed since it was compared. */
export async function renewAdminPasswordHash(
  db: Db,
  { id, password_hash }: Pick<AdminRow, 'id' | 'password_hash'>,
  renewed: string,
): Promise<void> {
  await db
    .updateTable('admin')
    .set({ password_hash: renewed })
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .execute()
}

/** Null locks the account until a link sets a new password. */
export async function storeAdminPassword(
  trx: Trx,
  id: string,
  passwordHash: string | null,
): Promise<AdminRow | undefined> {
  return trx
    .updateTable('admin')
    .set({ password_hash: passwordHash })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** Stores the link of a reset, replacing an earlier one. @returns when it expires */
export async function storePasswordReset(
  trx: Trx,
  { adminId, tokenHash }: { adminId: string; tokenHash: Buffer },
): Promise<Date> {
  const reset = {
    token_hash: tokenHash,
    expires_at: sql<Date>`now() + ${ADMIN_RESET_TTL} * interval '1 second'`,
  }
  const { expires_at } = await trx
    .insertInto('admin_password_reset')
    .values({ admin_id: adminId, ...reset })
    .onConflict((conflict) => conflict.column('admin_id').doUpdateSet(reset))
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return expires_at
}

/** The admin of a valid link. */
export async function findPasswordReset(db: Db, tokenHash: Buffer): Promise<string | undefined> {
  const row = await db
    .selectFrom('admin_password_reset')
    .select('admin_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row?.admin_id
}

/** Marks a link as used; only one of concurrent attempts succeeds. */
export async function takePasswordReset(trx: Trx, tokenHash: Buffer): Promise<boolean> {
  const taken = await trx
    .deleteFrom('admin_password_reset')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('admin_id')
    .executeTakeFirst()
  return taken !== undefined
}
