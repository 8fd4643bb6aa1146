import { ADMIN_RESET_TTL } from '@rehearse/contracts'
import { sql } from 'kysely'
import type { Db, Trx } from '../tables.ts'

/** Stores the link of a reset, in place of one from before. @returns when it runs out */
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

/** The admin whose link it is, while it works. */
export async function findPasswordReset(db: Db, tokenHash: Buffer): Promise<string | undefined> {
  const row = await db
    .selectFrom('admin_password_reset')
    .select('admin_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row?.admin_id
}

/** Uses a link up; of several who try at once, one succeeds. */
export async function takePasswordReset(trx: Trx, tokenHash: Buffer): Promise<boolean> {
  const taken = await trx
    .deleteFrom('admin_password_reset')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('admin_id')
    .executeTakeFirst()
  return taken !== undefined
}
