import { sql } from 'kysely'
import type { AdminTotpRow, Db, Trx } from '../tables.ts'

/** Minutes to confirm a new second factor. */
const setupMinutes = 30

export function findTotp(db: Db, adminId: string): Promise<AdminTotpRow | undefined> {
  return db.selectFrom('admin_totp').selectAll().where('admin_id', '=', adminId).executeTakeFirst()
}

/**
 * Locks it until the transaction ends: of concurrent requests with the same code, the second sees that it was used.
 */
export function lockTotp(trx: Trx, adminId: string): Promise<AdminTotpRow | undefined> {
  return trx
    .selectFrom('admin_totp')
    .selectAll()
    .where('admin_id', '=', adminId)
    .forUpdate()
    .executeTakeFirst()
}

/** Starts the setup of a second factor, replacing an unconfirmed one; false if there is a confirmed one. */
export async function insertUnconfirmedTotp(db: Db, adminId: string, secret: Buffer): Promise<boolean> {
  const { rows } = await sql`
    insert into admin_totp as present (admin_id, secret) values (${adminId}, ${secret})
    on conflict (admin_id) do update set secret = excluded.secret, created_at = now()
    where present.confirmed_at is null
    returning admin_id`.execute(db)
  return rows.length === 1
}

export async function confirmTotp(trx: Trx, adminId: string, step: number): Promise<void> {
  await trx
    .updateTable('admin_totp')
    .set({ confirmed_at: sql<Date>`now()`, last_step: step, wrong_codes: 0 })
    .where('admin_id', '=', adminId)
    .execute()
}

/** An unconfirmed second factor that can still be confirmed, locked until the transaction ends. */
export function lockUnconfirmedTotp(trx: Trx, adminId: string): Promise<AdminTotpRow | undefined> {
  return trx
    .selectFrom('admin_totp')
    .selectAll()
    .where('admin_id', '=', adminId)
    .where('confirmed_at', 'is', null)
    .where('created_at', '>', sql<Date>`now() - ${setupMinutes} * interval '1 minute'`)
    .forUpdate()
    .executeTakeFirst()
}

export async function storeLastStep(trx: Trx, adminId: string, step: number): Promise<void> {
  await trx.updateTable('admin_totp').set({ last_step: step }).where('admin_id', '=', adminId).execute()
}

/** Counts a wrong code; the count restarts after an hour. */
export async function countWrongCode(trx: Trx, adminId: string): Promise<void> {
  await sql`
    update admin_totp set
      wrong_codes = case when wrong_since < now() - interval '1 hour' then 1 else wrong_codes + 1 end,
      wrong_since = case when wrong_since < now() - interval '1 hour' or wrong_codes = 0 then now() else wrong_since end
    where admin_id = ${adminId}`.execute(trx)
}

/** Deletes the second factor with its recovery codes; false if none was confirmed. */
export async function deleteTotp(trx: Trx, adminId: string): Promise<boolean> {
  await trx.deleteFrom('admin_recovery_code').where('admin_id', '=', adminId).execute()
  const deleted = await trx
    .deleteFrom('admin_totp')
    .where('admin_id', '=', adminId)
    .returning('confirmed_at')
    .executeTakeFirst()
  return deleted !== undefined && deleted.confirmed_at !== null
}

export async function replaceRecoveryCodes(
  trx: Trx,
  adminId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await trx.deleteFrom('admin_recovery_code').where('admin_id', '=', adminId).execute()
  await trx
    .insertInto('admin_recovery_code')
    .values(hashes.map((code_hash) => ({ admin_id: adminId, code_hash })))
    .execute()
}

/** Marks a recovery code as used; only one of concurrent attempts succeeds. */
export async function useRecoveryCode(trx: Trx, adminId: string, hash: Buffer): Promise<boolean> {
  const used = await trx
    .updateTable('admin_recovery_code')
    .set({ used_at: sql<Date>`now()` })
    .where('admin_id', '=', adminId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('admin_id')
    .executeTakeFirst()
  return used !== undefined
}

export async function countRecoveryCodes(db: Db, adminId: string): Promise<number> {
  const { count } = await db
    .selectFrom('admin_recovery_code')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('admin_id', '=', adminId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export function readTotpSecrets(db: Db): Promise<Pick<AdminTotpRow, 'admin_id' | 'secret'>[]> {
  return db.selectFrom('admin_totp').select(['admin_id', 'secret']).execute()
}

/** Updates it unless it has changed since it was read. */
export async function exchangeSealedSecret(
  db: Db,
  adminId: string,
  { before, after }: { before: Buffer; after: Buffer },
): Promise<void> {
  await db
    .updateTable('admin_totp')
    .set({ secret: after })
    .where('admin_id', '=', adminId)
    .where('secret', '=', before)
    .execute()
}

/** Admins without a confirmed second factor who have a full session. */
export async function findAdminsToEnroll(db: Db): Promise<string[]> {
  const { rows } = await sql<{ subject_id: string }>`
    select distinct subject_id from session
    where kind = 'admin' and ended_at is null and expires_at > now() and not can_only_enroll
      and not exists (select from admin_totp where admin_id = subject_id and confirmed_at is not null)`.execute(
    db,
  )
  return rows.map(({ subject_id }) => subject_id)
}
