import { sql } from 'kysely'
import type { Trx } from '../tables.ts'

/** How long a reply is given again, in milliseconds. */
const keptFor = 7 * 24 * 60 * 60 * 1000

/** Takes the key, or waits for the transaction that has it; the earlier reply, where there is one. */
export async function claimKey(trx: Trx, actor: string, key: string, fingerprint: Buffer) {
  // Past those that another transaction deletes, which may be a long one.
  await sql`
    delete from idempotent_reply where (actor, key) in (
      select actor, key from idempotent_reply where created_at < ${new Date(Date.now() - keptFor)}
      for update skip locked)`.execute(trx)
  const claimed = await trx
    .insertInto('idempotent_reply')
    .values({ actor, key, fingerprint, reply: '{}' })
    .onConflict((conflict) => conflict.columns(['actor', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  if (claimed) return undefined
  return trx
    .selectFrom('idempotent_reply')
    .select(['fingerprint', 'reply'])
    .where('actor', '=', actor)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
}

export async function storeReply(trx: Trx, actor: string, key: string, reply: object): Promise<void> {
  await trx
    .updateTable('idempotent_reply')
    .set({ reply: JSON.stringify(reply) })
    .where('actor', '=', actor)
    .where('key', '=', key)
    .execute()
}
