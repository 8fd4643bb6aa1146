import { delay } from '@rehearse/service-kit'
import type { FastifyBaseLogger } from 'fastify'

/** Milliseconds; well below the time between a key's announcement and its first signature. */
const interval = 5_000

/** Looks after the keys until `signal` ends it: rotates what is old, forgets what has ended, learns of other replicas. */
export async function keepSigningKeys(options: {
  renew: () => Promise<void>
  log: FastifyBaseLogger
  signal: AbortSignal
}): Promise<void> {
  const { renew, log, signal } = options
  let isFailing = false
  while (!signal.aborted) {
    await delay(interval, signal)
    if (signal.aborted) return
    try {
      await renew()
      isFailing = false
    } catch (error) {
      // Once for each time that the database is away.
      if (!isFailing && !signal.aborted) log.warn({ err: error }, 'could not look after the signing keys')
      isFailing = true
    }
  }
}
