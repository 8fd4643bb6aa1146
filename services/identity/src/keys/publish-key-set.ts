import type { JsonWebKeySet } from '@rehearse/contracts'
import { delay, type Nats, publishKeySet, watchKeySet } from '@rehearse/service-kit'
import type { FastifyBaseLogger } from 'fastify'

/**
 * Publishes the public keys in the bucket that every service watches: immediately, when they change, when NATS
 * reconnects (it may have lost them), and when the bucket's entry is overwritten, since the NATS server writes
 * responses to any subject that a request names. Retries until `signal` aborts.
 * @returns call it when the keys have changed
 */
export function publishKeySetOnChange(options: {
  nats: Nats
  publicSet: () => JsonWebKeySet
  log: FastifyBaseLogger
  signal: AbortSignal
}): () => void {
  const { nats, publicSet, log, signal } = options
  let isPublished = false
  let isAnnouncing = false

  const announce = async () => {
    if (isAnnouncing) return
    isAnnouncing = true
    while (!isPublished && !signal.aborted) {
      isPublished = true
      try {
        await publishKeySet(nats, publicSet())
      } catch (error) {
        isPublished = false
        if (signal.aborted) break
        log.warn({ err: error }, 'could not publish the key set, retrying')
        await delay(500, signal)
      }
    }
    isAnnouncing = false
  }
  const publish = () => {
    isPublished = false
    void announce()
  }

  const forget = nats.onReconnect(publish)
  const watched = watchKeySet(nats, log, publish)
  signal.addEventListener(
    'abort',
    () => {
      forget()
      watched.stop()
    },
    { once: true },
  )
  publish()
  return publish
}
