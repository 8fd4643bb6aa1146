import type { SignInProviderName } from '@rehearse/contracts'
import { sql } from 'kysely'
import type { LearnerRow, Trx } from '../tables.ts'

/** Of who comes without a name, until they or a provider give one: the specification's word. */
const nobodysName = 'User'

/** Stores somebody who came by a provider, which has verified their address; undefined when that is taken. */
export function insertLearnerOf(
  trx: Trx,
  provider: SignInProviderName,
  { uid, email, name }: { uid: string; email: string; name: string | null },
): Promise<LearnerRow | undefined> {
  return trx
    .insertInto('learner')
    .values({
      uid,
      email,
      provider,
      is_email_verified: true,
      password_hash: null,
      display_name: name ?? nobodysName,
      name_from: provider,
      photo_url: null,
      photo_from: null,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** The account with this address, locked until the transaction ends. */
export function lockLearnerByEmail(trx: Trx, email: string): Promise<LearnerRow> {
  return trx
    .selectFrom('learner')
    .selectAll()
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Notes a sign-in, and what the profile came to be by it. */
export function noteSignInWith(
  trx: Trx,
  uid: string,
  profile: Pick<LearnerRow, 'display_name' | 'name_from' | 'photo_url' | 'photo_from'>,
): Promise<LearnerRow> {
  return trx
    .updateTable('learner')
    .set({ ...profile, last_login_at: sql<Date>`now()` })
    .where('uid', '=', uid)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Takes away the password and says that the address is its owner's. */
export async function dropPassword(trx: Trx, uid: string): Promise<void> {
  await trx
    .updateTable('learner')
    .set({ password_hash: null, is_email_verified: true })
    .where('uid', '=', uid)
    .execute()
}

/** What was set up for the account and leads out of it: mail that would carry a link, browsers that are told. */
export async function dropWaysOut(trx: Trx, uid: string): Promise<void> {
  await trx.deleteFrom('mail').where('learner_id', '=', uid).execute()
  await trx.deleteFrom('push_subscription').where('learner_uid', '=', uid).execute()
}
