import { delay } from '@rehearse/service-kit'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/tables.ts'
import type { SigningKeys } from './signing-keys.ts'

/** Milliseconds; well below the time between a key's announcement and its first signature. */
const interval = 5_000

/** Looks after the keys until `signal` ends it: rotates what is old, forgets what has ended, learns of other replicas. */
export async function keepSigningKeys(options: {
  keys: SigningKeys
  db: Db
  /** Seconds. */
  maxAge: number
  log: FastifyBaseLogger
  signal: AbortSignal
}): Promise<void> {
  const { keys, db, maxAge, log, signal } = options
  let isFailing = false
  while (!signal.aborted) {
    await delay(interval, signal)
    if (signal.aborted) return
    try {
      await keys.renew(db, maxAge)
      isFailing = false
    } catch (error) {
      // Once for each time that the database is away.
      if (!isFailing && !signal.aborted) log.warn({ err: error }, 'could not look after the signing keys')
      isFailing = true
    }
  }
}
