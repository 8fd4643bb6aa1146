import { createHash } from 'node:crypto'
import { keyReused } from '@rehearse/contracts'
import { principalOf } from '@rehearse/service-kit'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db, Trx } from '../tables.ts'

interface IdempotentWrite {
  actor: string
  /** The client's Idempotency-Key; a write without one is done each time. */
  key: string | undefined
  /** What the write was asked to do, as plain data. */
  request: unknown
}

/**
 * Does a write in one transaction, and under one key only once: asked again, it answers as it did the first time.
 * @throws {DomainError} conflict, `idempotency_key_reused`, when the key came with another request before
 */
export async function withIdempotency<Reply extends object>(
  db: Db,
  { actor, key, request }: IdempotentWrite,
  write: (trx: Trx) => Promise<Reply>,
): Promise<Reply> {
  return db.transaction().execute(async (trx) => {
    if (key === undefined) return write(trx)
    const fingerprint = createHash('sha256').update(JSON.stringify(request)).digest()
    const earlier = await claimKey(trx, actor, key, fingerprint)
    if (earlier === undefined) {
      const reply = await write(trx)
      await storeReply(trx, actor, key, reply)
      return reply
    }
    if (!fingerprint.equals(earlier.fingerprint)) throw keyReused()
    return earlier.reply as Reply
  })
}

/**
 * A write as it can be recognised when the same admin repeats it under the same key.
 * @param what names the operation and what it is done to; query and body are added
 */
export function idempotentWrite(request: FastifyRequest, what: readonly string[]): IdempotentWrite {
  const key = request.headers['idempotency-key']
  return {
    actor: principalOf(request).id,
    key: typeof key === 'string' ? key : undefined,
    request: [...what, request.query, request.body],
  }
}

/** How long a reply is given again, in milliseconds. */
const retentionMs = 7 * 24 * 60 * 60 * 1000

/** Takes the key, or waits for the transaction that has it; the earlier reply, where there is one. */
async function claimKey(trx: Trx, actor: string, key: string, fingerprint: Buffer) {
  // Past those that another transaction deletes, which may be a long one.
  await sql`
    delete from idempotent_reply where (actor, key) in (
      select actor, key from idempotent_reply where created_at < ${new Date(Date.now() - retentionMs)}
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

async function storeReply(trx: Trx, actor: string, key: string, reply: object): Promise<void> {
  await trx
    .updateTable('idempotent_reply')
    .set({ reply: JSON.stringify(reply) })
    .where('actor', '=', actor)
    .where('key', '=', key)
    .execute()
}
