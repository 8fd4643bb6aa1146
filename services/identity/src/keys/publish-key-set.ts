import type { JsonWebKeySet } from '@rehearse/contracts'
import { delay, type Nats, publishKeySet, watchKeySet } from '@rehearse/service-kit'
import type { FastifyBaseLogger } from 'fastify'

/**
 * Puts the public keys where every service watches them: now, whenever they change, and whenever NATS is back, since it
 * may have come back with nothing, or when something else lies there: the server writes its replies wherever a request
 * names, and whoever starts then would find no keys. Until `signal` ends it; NATS may be away for as long as it likes.
 * @returns tells that the keys have changed
 */
export function announceKeySet(options: {
  nats: Nats
  publicSet: () => JsonWebKeySet
  log: FastifyBaseLogger
  signal: AbortSignal
}): () => void {
  const { nats, publicSet, log, signal } = options
  let isHeard = false
  let isAnnouncing = false

  const announce = async () => {
    if (isAnnouncing) return
    isAnnouncing = true
    while (!isHeard && !signal.aborted) {
      isHeard = true
      try {
        await publishKeySet(nats, publicSet())
      } catch (error) {
        isHeard = false
        if (signal.aborted) break
        log.warn({ err: error }, 'could not announce the key set, trying again')
        await delay(500, signal)
      }
    }
    isAnnouncing = false
  }
  const tell = () => {
    isHeard = false
    void announce()
  }

  const forget = nats.onReconnect(tell)
  const watched = watchKeySet(nats, log, tell)
  signal.addEventListener(
    'abort',
    () => {
      forget()
      watched.stop()
    },
    { once: true },
  )
  tell()
  return tell
}
