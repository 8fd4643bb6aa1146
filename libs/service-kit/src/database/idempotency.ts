import { createHash } from 'node:crypto'
import { keyReused } from '@rehearse/contracts'
import type { FastifyRequest } from 'fastify'
import { type Generated, type Kysely, sql, type Transaction } from 'kysely'
import { principalOf } from '../auth/auth.ts'

/** The table of a service whose writes accept an Idempotency-Key. */
export interface IdempotencyTables {
  idempotent_reply: {
    actor: string
    key: string
    fingerprint: Buffer
    reply: unknown
    created_at: Generated<Date>
  }
}

export interface IdempotentWrite {
  actor: string
  /** The client's Idempotency-Key; a write without one runs each time. */
  key: string | undefined
  /** The request of the write, as plain data. */
  request: unknown
}

/**
 * Runs a write in one transaction, and only once per key: a repeated request gets the first response for 7 days.
 * @param write must return plain data
 * @throws {DomainError} conflict, `idempotency_key_reused`, when the key was used for a different request
 */
export async function withIdempotency<Tables extends IdempotencyTables, Reply extends object>(
  db: Kysely<Tables>,
  { actor, key, request }: IdempotentWrite,
  write: (trx: Transaction<Tables>) => Promise<Reply>,
): Promise<Reply> {
  return db.transaction().execute(async (trx) => {
    if (key === undefined) return write(trx)
    const fingerprint = createHash('sha256').update(JSON.stringify(request)).digest()
    const replies = trx as unknown as Transaction<IdempotencyTables>
    const earlier = await claimKey(replies, { actor, key, fingerprint })
    if (earlier === undefined) {
      const reply = await write(trx)
      await storeReply(replies, { actor, key, reply })
      return reply
    }
    if (!fingerprint.equals(earlier.fingerprint)) throw keyReused()
    return earlier.reply as Reply
  })
}

/**
 * Identifies a write when the same admin repeats it with the same key.
 * @param what names the operation and its target; query and body are added
 */
export function idempotentWrite(request: FastifyRequest, what: readonly string[]): IdempotentWrite {
  const key = request.headers['idempotency-key']
  return {
    actor: principalOf(request).id,
    key: typeof key === 'string' ? key : undefined,
    request: [...what, request.query, request.body],
  }
}

/** How long (ms) a response can be repeated. */
const retentionMs = 7 * 24 * 60 * 60 * 1000

type Row = IdempotencyTables['idempotent_reply']

/** Claims the key, or waits for the transaction that holds it; returns the earlier response, if any. */
async function claimKey(
  trx: Transaction<IdempotencyTables>,
  { actor, key, fingerprint }: Pick<Row, 'actor' | 'key' | 'fingerprint'>,
) {
  // Skips rows that another, perhaps long, transaction is deleting.
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

async function storeReply(
  trx: Transaction<IdempotencyTables>,
  { actor, key, reply }: Pick<Row, 'actor' | 'key'> & { reply: object },
): Promise<void> {
  await trx
    .updateTable('idempotent_reply')
    .set({ reply: JSON.stringify(reply) })
    .where('actor', '=', actor)
    .where('key', '=', key)
    .execute()
}
