import { sql } from 'kysely'
import type { AdminRow, Db, Trx } from '../db/tables.ts'

/** @param email as contracts' `email` gives it */
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

/** Stores this admin only if there is none at all. Replicas that try it at once take turns. */
export async function insertFirstAdmin(trx: Trx, admin: NewAdmin): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('first-admin'))`.execute(trx)
  if (await hasAdmins(trx)) return false
  await trx.insertInto('admin').values(admin).execute()
  return true
}

/** Notes the time of a sign-in; undefined when the admin has been deactivated, or removed, in the meantime. */
export function noteAdminSignIn(trx: Trx, id: string): Promise<AdminRow | undefined> {
  return trx
    .updateTable('admin')
    .set({ last_login: sql<Date>`now()` })
    .where('id', '=', id)
    .where('is_active', '=', true)
    .returningAll()
    .executeTakeFirst()
}
