import { sql } from 'kysely'
import type { LearnerRow, Trx } from '../tables.ts'

/** Sets a password; whoever could receive mail at the account's address has shown that it is theirs. */
export async function storePassword(
  trx: Trx,
  { uid, passwordHash, provesEmail }: { uid: string; passwordHash: string; provesEmail: boolean },
): Promise<LearnerRow | undefined> {
  return trx
    .updateTable('learner')
    .set({ password_hash: passwordHash, ...(provesEmail && { is_email_verified: true }) })
    .where('uid', '=', uid)
    .returningAll()
    .executeTakeFirst()
}

/** False when the account has another address by now. */
export async function markVerified(trx: Trx, uid: string, email: string): Promise<boolean> {
  const row = await trx
    .updateTable('learner')
    .set({ is_email_verified: true })
    .where('uid', '=', uid)
    .where('email', '=', email)
    .returning('uid')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Moves an account to an address that was verified just now.
 * @returns the address it had
 * @throws what `isAddressTaken` knows, when the new one is another's: then the transaction can only be given up
 */
export async function moveToAddress(trx: Trx, uid: string, email: string): Promise<string | undefined> {
  const { rows } = await sql<{ before: string }>`
    update learner set email = ${email}, is_email_verified = true
    from (select uid, email as before from learner where uid = ${uid} for update) as old
    where learner.uid = old.uid
    returning before`.execute(trx)
  return rows[0]?.before
}

/** Whether a statement failed because an address is somebody's already. */
export const isAddressTaken = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'learner_email_key'
