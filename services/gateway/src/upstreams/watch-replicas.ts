import { delay } from '@rehearse/service-kit'
import type { FastifyBaseLogger } from 'fastify'
import { askWhetherReady } from './ask-replica.ts'
import { findReplicas } from './find-replicas.ts'
import type { Replica } from './replica.ts'
import type { Upstream } from './upstream.ts'

/** Milliseconds between two looks at who is there and how they are. */
const interval = 1_000

/**
 * Keeps an upstream's replicas up to date until stopped: who is there, by name, and which of several are ready. One
 * alone isn't asked: whatever it says, there is no other.
 */
export async function watchReplicas(
  upstream: Upstream,
  { origins, timeout, log, stop }: WatchOptions,
): Promise<void> {
  while (!stop.aborted) {
    try {
      upstream.setReplicas(await findReplicas(origins, timeout))
    } catch (error) {
      // A name that doesn't resolve for a moment: those we know go on.
      log.debug({ upstream: upstream.name, err: error }, 'could not look for replicas')
    }
    if (upstream.replicas.length > 1) await Promise.all(upstream.replicas.map(lookAt))
    await delay(interval, stop).catch(() => {})
  }
}

export interface WatchOptions {
  origins: readonly string[]
  /** Seconds that a replica may take to begin a reply. */
  timeout: number
  log: FastifyBaseLogger
  stop: AbortSignal
}

async function lookAt(replica: Replica): Promise<void> {
  replica.isReady = (await askWhetherReady(replica)).isReady
}
