import type { JetStreamClient } from '@nats-io/jetstream'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { abortable } from './abortable.ts'
import { delay } from './delay.ts'
import type { Nats } from './nats.ts'

export interface OutgoingMessage {
  position: number
  /** Also the message id by which JetStream drops what it has stored already. */
  id: string
  subject: string
  payload: object
}

/** Where the messages come from, in the order in which they must be published. */
export interface RelaySource {
  read(limit: number): Promise<OutgoingMessage[]>
  /** Called with a prefix of what was read, once JetStream has stored it. */
  published(messages: readonly OutgoingMessage[]): Promise<void>
}

export interface RelayOptions {
  databaseUrl: string
  /** Names the lock: one relay of this name runs among all replicas. */
  name: string
  /** Postgres channel that announces new messages. */
  channel: string
  source: RelaySource
  nats: Nats
  log: FastifyBaseLogger
  batchSize?: number
}

export interface Relay {
  /** Ends after the batch in flight. */
  stop(): Promise<void>
}

/** How often it looks without having been woken, in milliseconds: the bound when a notification is lost. */
const pollInterval = 1_000
const retryDelay = 500

/**
 * Publishes committed messages to JetStream, in order and at least once. Among replicas one leads, by a session lock
 * in Postgres; when it dies its connection ends, the lock is free and the next takes over where the last stopped.
 */
export function startRelay(options: RelayOptions): Relay {
  const stopping = new AbortController()
  const running = (async () => {
    while (!stopping.signal.aborted) {
      try {
        await leadOnce(options, stopping.signal)
      } catch (error) {
        if (!stopping.signal.aborted) options.log.warn({ err: error }, `${options.name}: relay interrupted`)
      }
      await delay(retryDelay, stopping.signal)
    }
  })()
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

/** One term as leader: from getting the lock to losing the connection or being stopped. */
async function leadOnce(options: RelayOptions, stop: AbortSignal): Promise<void> {
  const client = new pg.Client({
    connectionString: options.databaseUrl,
    application_name: options.name,
    connectionTimeoutMillis: 2_000,
  })
  const ended = new AbortController()
  client.on('error', () => ended.abort())
  client.on('end', () => ended.abort())
  await client.connect()
  try {
    const { rows } = await client.query('select pg_try_advisory_lock(hashtext($1)) as leader', [options.name])
    if (rows[0]?.leader !== true) return await delay(pollInterval, stop)
    const bell = new Doorbell()
    client.on('notification', () => bell.ring())
    await client.query(`listen ${pg.escapeIdentifier(options.channel)}`)
    const signal = AbortSignal.any([stop, ended.signal])
    const js = await abortable(options.nats.jetstream(), signal)
    while (!signal.aborted) {
      const full = await relayBatch(options, js)
      if (!full) await bell.wait(pollInterval, signal)
    }
  } finally {
    await client.end().catch(() => {})
  }
}

/** @returns whether there is likely more to publish at once */
async function relayBatch(options: RelayOptions, js: JetStreamClient): Promise<boolean> {
  const limit = options.batchSize ?? 256
  const messages = await options.source.read(limit)
  if (messages.length === 0) return false
  const sent = await Promise.allSettled(
    messages.map((message) =>
      js.publish(message.subject, JSON.stringify(message.payload), { msgID: message.id, timeout: 5_000 }),
    ),
  )
  // What follows a failure is sent again with it: JetStream knows it by its id, and the order is kept.
  const failed = sent.findIndex((result) => result.status === 'rejected')
  const stored = failed === -1 ? messages : messages.slice(0, failed)
  if (stored.length > 0) await options.source.published(stored)
  const failure = sent[failed]
  if (failure?.status === 'rejected') throw failure.reason
  return messages.length === limit
}

/** Rings once for any number of rings while nobody waits. */
class Doorbell {
  #rung = false
  #answer: (() => void) | null = null

  ring(): void {
    this.#rung = true
    this.#answer?.()
  }

  async wait(ms: number, signal: AbortSignal): Promise<void> {
    if (!this.#rung) {
      const rung = new AbortController()
      this.#answer = () => rung.abort()
      await delay(ms, AbortSignal.any([signal, rung.signal]))
      this.#answer = null
    }
    this.#rung = false
  }
}
