import type { NatsConnection } from '@nats-io/transport-node'
import { abortable, delay, type Nats, startBackgroundWork, whenAborted } from '@rehearse/service-kit'
import type { FastifyBaseLogger } from 'fastify'

/** How long (ms) a round trip to NATS proves that no change was missed. */
const lease = 1_000
const heartbeat = 250

export interface ChangeWatch {
  /** Whether every change up to a second ago has arrived. */
  isCurrent(): boolean
  stop(): void
}

/**
 * Calls `onChange` for every message under a subject. A connection that broke or fell silent ends the lease within a
 * second; after a reconnect everything may have changed.
 */
export function watchChanges(
  nats: Nats,
  subject: string,
  onChange: () => void,
  log: FastifyBaseLogger,
): ChangeWatch {
  let currentUntil = Number.NEGATIVE_INFINITY

  const follow = async (stop: AbortSignal) => {
    const connection = await abortable(nats.connection, stop)
    const subscription = connection.subscribe(subject, { callback: onChange })
    const interests = [nats.onReconnect(onChange), whenAborted(stop, () => subscription.unsubscribe())]
    try {
      // Something may have been cached before the subscription started.
      onChange()
      while (!stop.aborted) {
        currentUntil = await renew(connection, currentUntil)
        await delay(heartbeat, stop)
      }
    } finally {
      for (const forget of interests) forget()
    }
  }

  const work = startBackgroundWork(`changes of ${subject}`, follow, log)
  return { isCurrent: () => performance.now() < currentUntil, stop: () => void work.stop() }
}

/** @returns the time when the lease ends; unchanged if the server doesn't respond */
async function renew(connection: NatsConnection, currentUntil: number): Promise<number> {
  const asked = performance.now()
  // The connection preserves order: everything published before this response was delivered before it.
  const answered = await Promise.race([connection.flush().then(() => true), delay(lease).then(() => false)])
  return answered ? asked + lease : currentUntil
}
