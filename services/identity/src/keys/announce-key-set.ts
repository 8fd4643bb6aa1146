import type { JsonWebKeySet } from '@rehearse/contracts'
import { delay, type Nats, publishKeySet } from '@rehearse/service-kit'
import type { FastifyBaseLogger } from 'fastify'

/**
 * Puts the public keys where every service watches them: now, and whenever NATS is back, since it may have come back
 * with nothing. Until `signal` ends it; NATS may be away for as long as it likes.
 */
export async function announceKeySet(options: {
  nats: Nats
  publicSet: () => JsonWebKeySet
  log: FastifyBaseLogger
  signal: AbortSignal
}): Promise<void> {
  const { nats, log, signal } = options
  try {
    const connection = await nats.connection
    // Listening before the first announcement, so that no return of NATS falls between the two.
    const statuses = connection.status()
    await announceUntilHeard(options)
    for await (const status of statuses) {
      if (signal.aborted) return
      if (status.type === 'reconnect') await announceUntilHeard(options)
    }
  } catch (error) {
    if (!signal.aborted) log.error({ err: error }, 'the key set is no longer announced')
  }
}

async function announceUntilHeard({
  nats,
  publicSet,
  log,
  signal,
}: Parameters<typeof announceKeySet>[0]): Promise<void> {
  while (!signal.aborted) {
    try {
      return await publishKeySet(nats, publicSet())
    } catch (error) {
      log.warn({ err: error }, 'could not announce the key set, trying again')
      await delay(500, signal)
    }
  }
}
