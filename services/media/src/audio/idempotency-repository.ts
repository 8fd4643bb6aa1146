import { keyReused } from '@rehearse/contracts'
import { sql } from 'kysely'
import type { Trx } from '../tables.ts'

export interface NamedWrite {
  actor: string
  /** The client's Idempotency-Key. */
  key: string
  /** SHA-256 of what is done. */
  fingerprint: Buffer
}

/** How long a reply is given again, in milliseconds. */
const keptFor = 7 * 24 * 60 * 60 * 1000

/**
 * Takes the key, or waits for the transaction that has it.
 * @returns the address that the earlier write replied with, empty for a deletion; undefined where there was none
 * @throws {DomainError} conflict, `idempotency_key_reused`
 */
export async function claimKey(
  trx: Trx,
  { actor, key, fingerprint }: NamedWrite,
): Promise<string | undefined> {
  // Past those that another transaction deletes, which may wait for its storage.
  await sql`
    delete from upload_reply where (actor, key) in (
      select actor, key from upload_reply where created_at < ${new Date(Date.now() - keptFor)}
      for update skip locked)`.execute(trx)
  const claimed = await trx
    .insertInto('upload_reply')
    .values({ actor, key, fingerprint, url: '' })
    .onConflict((conflict) => conflict.columns(['actor', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  if (claimed) return undefined
  const earlier = await trx
    .selectFrom('upload_reply')
    .select(['fingerprint', 'url'])
    .where('actor', '=', actor)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (!fingerprint.equals(earlier.fingerprint)) throw keyReused()
  return earlier.url
}

export async function storeReply(trx: Trx, { actor, key }: NamedWrite, url: string): Promise<void> {
  await trx
    .updateTable('upload_reply')
    .set({ url })
    .where('actor', '=', actor)
    .where('key', '=', key)
    .execute()
}
