import type { SignInProviderName } from '@rehearse/contracts'
import { sql } from 'kysely'
import type { Db, LearnerRow, Trx } from '../tables.ts'

export interface StoredTransaction {
  stateHash: Buffer
  browserHash: Buffer
  provider: SignInProviderName
}

/** Also deletes expired transactions. @param ttl seconds */
export async function insertTransaction(
  db: Db,
  { stateHash, browserHash, provider, returnPath }: StoredTransaction & { returnPath: string },
  ttl: number,
): Promise<void> {
  await db.deleteFrom('oauth_transaction').where('expires_at', '<', sql<Date>`now()`).execute()
  await db
    .insertInto('oauth_transaction')
    .values({
      state_hash: stateHash,
      browser_hash: browserHash,
      provider,
      return_path: returnPath,
      expires_at: sql<Date>`now() + ${ttl} * interval '1 second'`,
    })
    .execute()
}

/** Deletes and returns the transaction: of two callbacks with the same state, one gets it. */
export async function consumeTransaction(
  db: Db,
  { stateHash, browserHash, provider }: StoredTransaction,
): Promise<{ returnPath: string; isExpired: boolean } | undefined> {
  return db
    .deleteFrom('oauth_transaction')
    .where('state_hash', '=', stateHash)
    .where('browser_hash', '=', browserHash)
    .where('provider', '=', provider)
    .returning(['return_path as returnPath', sql<boolean>`expires_at < now()`.as('isExpired')])
    .executeTakeFirst()
}

interface ProviderIdentity {
  provider: SignInProviderName
  subject: string
}

/** Serializes sign-ins of the same provider account, so that only one learner is created. */
export async function lockIdentity(trx: Trx, { provider, subject }: ProviderIdentity): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`identity ${provider} ${subject}`}, 0))`.execute(
    trx,
  )
}

/** The learner linked to a provider account, locked until the transaction ends; records the use. */
export async function findLearnerByIdentity(
  trx: Trx,
  { provider, subject }: ProviderIdentity,
): Promise<LearnerRow | undefined> {
  const identity = await trx
    .updateTable('identity')
    .set({ last_used_at: sql<Date>`now()` })
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .returning('learner_uid')
    .executeTakeFirst()
  if (identity === undefined) return undefined
  return trx
    .selectFrom('learner')
    .selectAll()
    .where('uid', '=', identity.learner_uid)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function insertIdentity(
  trx: Trx,
  { provider, subject }: ProviderIdentity,
  learner: { uid: string; email: string },
): Promise<void> {
  await trx
    .insertInto('identity')
    .values({ provider, subject, learner_uid: learner.uid, email: learner.email })
    .execute()
}

/** The specification's name for users without one. */
const defaultName = 'User'

/** Inserts a learner with an address verified by a provider; undefined if it's taken. */
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
      display_name: name ?? defaultName,
      name_from: provider,
      photo_url: null,
      photo_from: null,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst()
}

/**
 * The account with this address, locked until the transaction ends. A mail being sent may still store its token, which
 * refers to the account.
 */
export function lockLearnerByEmail(trx: Trx, email: string): Promise<LearnerRow> {
  return trx
    .selectFrom('learner')
    .selectAll()
    .where('email', '=', email)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** Records a sign-in and the profile merged by it. */
export function recordProviderSignIn(
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
