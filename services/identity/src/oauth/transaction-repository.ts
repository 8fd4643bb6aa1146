import type { SignInProviderName } from '@rehearse/contracts'
import { sql } from 'kysely'
import type { Db } from '../tables.ts'

export interface StoredTransaction {
  stateHash: Buffer
  browserHash: Buffer
  provider: SignInProviderName
}

/** @param ttl seconds. What has expired goes at the same time, so that nothing has to be swept. */
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

/** Takes the transaction away: of two that come back with the same state, one gets it. */
export async function takeTransaction(
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
