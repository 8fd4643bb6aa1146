import type { NatsConnection } from '@nats-io/transport-node'
import { abortable, delay, type Nats, startBackgroundWork, whenAborted } from '@rehearse/service-kit'
import type { FastifyBaseLogger } from 'fastify'

/** Milliseconds for which an answer of NATS proves that we miss nothing. */
const lease = 1_000
const heartbeat = 250

export interface ChangeWatch {
  /** Whether every change up to less than a second ago has been heard. */
  isCurrent(): boolean
  stop(): void
}

/**
 * Hears of every message under a subject as it is published. A connection that broke, or only fell silent, ends the
 * lease within a second; when it is back, everything may have changed.
 */
export function watchChanges(
  nats: Nats,
  subject: string,
  onChange: () => void,
  log: FastifyBaseLogger,
): ChangeWatch {
  let heardUntil = Number.NEGATIVE_INFINITY

  const follow = async (stop: AbortSignal) => {
    const connection = await abortable(nats.connection, stop)
    const subscription = connection.subscribe(subject, { callback: onChange })
    const interests = [nats.onReconnect(onChange), whenAborted(stop, () => subscription.unsubscribe())]
    try {
      // From before the subscription stood, something may be remembered that has changed since.
      onChange()
      while (!stop.aborted) {
        heardUntil = await renew(connection, heardUntil)
        await delay(heartbeat, stop)
      }
    } finally {
      for (const forget of interests) forget()
    }
  }

  const work = startBackgroundWork(`changes of ${subject}`, follow, log)
  return { isCurrent: () => performance.now() < heardUntil, stop: () => void work.stop() }
}

/** @returns until when we can be sure; no later than before where the server doesn't answer */
async function renew(connection: NatsConnection, heardUntil: number): Promise<number> {
  const asked = performance.now()
  // What was published before the answer has been delivered before it: the connection keeps its order.
  const answered = await Promise.race([connection.flush().then(() => true), delay(lease).then(() => false)])
  return answered ? asked + lease : heardUntil
}
