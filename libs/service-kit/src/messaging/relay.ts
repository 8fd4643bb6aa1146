import type { JetStreamClient } from '@nats-io/jetstream'
import { JetStreamApiError } from '@nats-io/jetstream'
import { headers } from '@nats-io/transport-node'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { withListener } from '../database/listener.ts'
import { startBackgroundWork } from '../jobs/background-work.ts'
import { abortable, delay } from '../jobs/delay.ts'
import { beginMessageSpan, headersOf } from '../observability/trace-messages.ts'
import type { Tracing } from '../observability/tracing.ts'
import type { Nats } from './nats.ts'

export interface OutgoingMessage {
  position: number
  /**
   * Also the message id by which JetStream drops duplicates within two minutes. A relay that dies between publishing
   * and recording it, and restarts later, publishes the message again; consumers deduplicate by id.
   */
  id: string
  subject: string
  /** JSON: an envelope, or an array of them if the source publishes in batches. */
  body: string
  /** Number of envelopes in the body. */
  size: number
  /** The trace of the request that wrote it; for a batch, of the first one. */
  traceparent?: string | undefined
}

/** Provides the messages in the order in which they must be published. */
export interface RelaySource {
  read(limit: number): Promise<{ messages: OutgoingMessage[]; isMore: boolean }>
  /** Called with a prefix of what was read, once JetStream has stored it. */
  published(messages: readonly OutgoingMessage[]): Promise<void>
  /** How many messages are committed but not published yet; private events may be included. */
  waiting(): Promise<number>
  /** Dead-letters the first message read, which NATS can't accept; without this method it is skipped. */
  deadLetter?(message: OutgoingMessage, reason: string): Promise<void>
}

export interface RelayOptions {
  databaseUrl: string
  /** Names the lock: among all replicas, one relay with this name runs. */
  name: string
  /** Postgres channel that announces new messages. */
  channel: string
  source: RelaySource
  nats: Nats
  tracing?: Tracing | null
  log: FastifyBaseLogger
  batchSize?: number
  /** Milliseconds between polls without a wake-up, which is the longest delay if a notification is lost (1 s). */
  pollInterval?: number
}

export interface Relay {
  /** Stops after the batch in flight. */
  stop(): Promise<void>
}

const defaultPollInterval = 1_000
/** Milliseconds to pause per published event: under load, more events share a message. */
const pausePerEvent = 4
/** Longest pause in milliseconds. */
const pauseMax = 200

/**
 * Publishes committed messages to JetStream, in order and at least once. One replica leads, by a session lock in
 * Postgres; when it dies, its connection ends, the lock is released and the next one continues where it stopped.
 */
export function startRelay(options: RelayOptions): Relay {
  return startBackgroundWork(options.name, (stop) => runAsLeader(options, stop), options.log)
}

/** One term as leader: from waiting for the lock to losing the connection or being stopped. */
async function runAsLeader(options: RelayOptions, stop: AbortSignal): Promise<void> {
  const { databaseUrl, name, channel, pollInterval = defaultPollInterval } = options
  await withListener({ databaseUrl, name, stop }, async ({ client, bell, signal, listen }) => {
    await becomeLeader(client, name, signal)
    await listen(channel)
    const js = await abortable(options.nats.jetstream(), signal)
    while (!signal.aborted) {
      const { published, isMore } = await relayBatch(options, js)
      await delay(Math.min(pauseMax, pausePerEvent * published), signal)
      if (!isMore) await bell.wait(pollInterval)
    }
  })
}

/** Keeps its connection while it waits: a standby replica costs one query per interval. */
async function becomeLeader(client: pg.Client, name: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const { rows } = await client.query('select pg_try_advisory_lock(hashtext($1)) as leader', [name])
    if (rows[0]?.leader === true) return
    await delay(defaultPollInterval, signal)
  }
}

async function relayBatch(
  options: RelayOptions,
  js: JetStreamClient,
): Promise<{ published: number; isMore: boolean }> {
  const { messages, isMore } = await options.source.read(options.batchSize ?? 1_000)
  const [first] = messages
  if (first === undefined) return { published: 0, isMore }
  const largest = await largestMessage(options.nats)
  const tooLarge = messages.findIndex(({ body }) => Buffer.byteLength(body) > largest)
  if (tooLarge === 0) {
    await passBy(options, first, `larger than the ${largest} bytes that NATS takes`)
    return { published: 0, isMore: true }
  }
  const batch = tooLarge === -1 ? messages : messages.slice(0, tooLarge)
  const route = { nats: options.nats, js, tracing: options.tracing ?? null }
  const { stored, failure } = await publishBatch(route, batch)
  if (stored > 0) await options.source.published(batch.slice(0, stored))
  if (failure !== null) throw failure.reason
  const published = batch.reduce((sum, { size }) => sum + size, 0)
  return { published, isMore: isMore || tooLarge > 0 }
}

/** Maximum size of a body in bytes, without its headers. */
async function largestMessage(nats: Nats): Promise<number> {
  const { info } = await nats.connection
  return (info?.max_payload ?? 1024 * 1024) - 1024
}

/** A message that can never be published must not block all those behind it. */
async function passBy({ source, log, name }: RelayOptions, message: OutgoingMessage, reason: string) {
  const { id, subject, position } = message
  log.error({ id, subject, position, reason }, `${name}: message dead-lettered`)
  if (source.deadLetter) await source.deadLetter(message, reason)
  else await source.published([message])
}

/** A message ready to be published. */
interface ReadyMessage {
  id: string
  subject: string
  body: string
  traceparent?: string | undefined
}

interface Published {
  /** How many messages of the batch, from the first on, JetStream has confirmed as stored. */
  stored: number
  /** Why the next one isn't stored; null if all are. */
  failure: { reason: unknown } | null
}

interface Route {
  nats: Nats
  js: JetStreamClient
  tracing: Tracing | null
}

/** How long (ms) JetStream may take to store a message; also the longest that stopping waits. */
const publishTimeout = 2_000

/**
 * Publishes a batch in order. All messages are in flight at once, so each names its predecessor: JetStream rejects a
 * message whose predecessor was rejected or lost, for example while a cluster changes its leader. Order is preserved,
 * and an acknowledgment of the last message means that all are stored, so only that one is requested. If the last one
 * is rejected, each message is published with an acknowledgment; JetStream drops those it already has by their id.
 */
async function publishBatch(route: Route, batch: readonly ReadyMessage[]): Promise<Published> {
  if (route.tracing === null) {
    const refusal = await publishUnasked(route, batch)
    if (refusal === null) return { stored: batch.length, failure: null }
    if (!(refusal.reason instanceof JetStreamApiError)) return { stored: 0, failure: refusal }
  }
  const sent = await Promise.allSettled(
    batch.map((message, index) => publishTraced(route, message, batch[index - 1])),
  )
  const failed = sent.findIndex((result) => result.status === 'rejected')
  const failure = sent[failed]
  if (failure?.status !== 'rejected') return { stored: batch.length, failure: null }
  return { stored: failed, failure: { reason: failure.reason } }
}

/** @returns why the last one isn't stored; null if it is */
async function publishUnasked(
  { nats, js }: Route,
  batch: readonly ReadyMessage[],
): Promise<Published['failure']> {
  const connection = await nats.connection
  for (const [index, message] of batch.slice(0, -1).entries()) {
    const sent = headersOf(message.traceparent).headers ?? headers()
    sent.set('Nats-Msg-Id', message.id)
    const forerunner = batch[index - 1]
    if (forerunner !== undefined) sent.set('Nats-Expected-Last-Msg-Id', forerunner.id)
    connection.publish(message.subject, message.body, { headers: sent })
  }
  const last = batch.at(-1)
  if (last === undefined) return null
  return publish(js, last, batch.at(-2)).then(
    () => null,
    (reason: unknown) => ({ reason }),
  )
}

/** The span is a child of the request that wrote the message, however long ago that was. */
async function publishTraced(
  { js, tracing }: Route,
  message: ReadyMessage,
  forerunner: ReadyMessage | undefined,
): Promise<void> {
  const { subject, id, traceparent: parent } = message
  const span = beginMessageSpan(tracing, { operation: 'publish', subject, id, parent })
  const traceparent = span?.traceparent ?? parent
  try {
    await publish(js, { ...message, traceparent }, forerunner)
    span?.end()
  } catch (error) {
    span?.fail('publish_failed')
    throw error
  }
}

async function publish(
  js: JetStreamClient,
  message: ReadyMessage,
  forerunner: ReadyMessage | undefined,
): Promise<void> {
  await js.publish(message.subject, message.body, {
    msgID: message.id,
    timeout: publishTimeout,
    ...headersOf(message.traceparent),
    ...(forerunner && { expect: { lastMsgID: forerunner.id } }),
  })
}
