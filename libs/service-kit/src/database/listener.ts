import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { type BackgroundWork, startBackgroundWork } from '../jobs/background-work.ts'
import { delay, whenAborted } from '../jobs/delay.ts'
import { connectionOptions } from './database.ts'

export interface Listener {
  client: pg.Client
  /** Rings on every notification, and when the connection is lost or closed. */
  bell: WakeSignal
  /** Aborts when the connection is lost or closed. */
  signal: AbortSignal
  listen(channel: string): Promise<void>
}

interface ListenerOptions {
  databaseUrl: string
  /** Shown in the server's list of connections. */
  name: string
  stop: AbortSignal
}

/** How long (ms) closing may take before the socket is destroyed: an unreachable server never responds. */
const farewell = 2_000
/** How long (ms) a statement may take: these statements are small, so a longer silence means a lost connection. */
const timeout = 10_000
/** Milliseconds between two checks without a notification, which is the longest delay if one is lost. */
const pollInterval = 1_000

/**
 * Opens a separate connection that receives Postgres notifications, lets `work` use it, and closes it.
 * @throws the reason why the connection was lost, if it was
 */
export async function withListener(
  { databaseUrl, name, stop }: ListenerOptions,
  work: (listener: Listener) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({
    ...connectionOptions,
    connectionString: databaseUrl,
    application_name: name,
    query_timeout: timeout,
  })
  const lost = new AbortController()
  const bell = new WakeSignal()
  client.on('error', (error) => lost.abort(error))
  client.on('end', () => lost.abort(new Error('the connection ended')))
  client.on('notification', () => bell.ring())
  const signal = AbortSignal.any([stop, lost.signal])
  const forget = whenAborted(signal, () => bell.ring())
  const listen = async (channel: string) => {
    await client.query(`listen ${pg.escapeIdentifier(channel)}`)
  }
  try {
    await client.connect()
    await work({ client, bell, signal, listen })
    lost.signal.throwIfAborted()
  } finally {
    forget()
    await Promise.race([client.end().catch(() => {}), delay(farewell)])
  }
}

/**
 * Runs a check on every notification of a channel, and every second in any case, until stopped. Notifications during
 * a check are combined into one more check.
 */
export function pollOnNotification(
  options: Omit<ListenerOptions, 'stop'> & { channel: string; log: FastifyBaseLogger },
  look: () => Promise<void>,
): BackgroundWork {
  const { databaseUrl, name, channel, log } = options
  const follow = (stop: AbortSignal) =>
    withListener({ databaseUrl, name, stop }, async ({ bell, signal, listen }) => {
      await listen(channel)
      while (!signal.aborted) {
        await look()
        await bell.wait(pollInterval)
      }
    })
  return startBackgroundWork(name, follow, log)
}

/** Wakes a waiter. A signal without a waiter wakes the next one; several signals count as one. */
export class WakeSignal {
  #rung = false
  #answer: (() => void) | null = null

  ring(): void {
    this.#rung = true
    this.#answer?.()
  }

  /** Resolves on the signal, or after `ms` milliseconds. */
  async wait(ms: number): Promise<void> {
    if (!this.#rung) {
      const rung = new AbortController()
      this.#answer = () => rung.abort()
      await delay(ms, rung.signal)
      this.#answer = null
    }
    this.#rung = false
  }
}
