import { createHash } from 'node:crypto'
import { keyReused } from '@rehearse/contracts'
import type { Db, Trx } from '../tables.ts'
import { claimKey, storeReply } from './idempotency-repository.ts'

export interface NamedWrite {
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
export async function once<Reply extends object>(
  db: Db,
  { actor, key, request }: NamedWrite,
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
