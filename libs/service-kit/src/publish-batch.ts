import { JetStreamApiError, type JetStreamClient } from '@nats-io/jetstream'
import { headers } from '@nats-io/transport-node'
import type { Nats } from './nats.ts'
import { beginMessageSpan, headersOf } from './tracing/message-span.ts'
import type { Tracing } from './tracing/tracing.ts'

/** A message as it goes out. */
export interface ReadyMessage {
  id: string
  subject: string
  body: string
  traceparent?: string | undefined
}

export interface Published {
  /** How many of the batch JetStream has stored for certain, from the first on. */
  stored: number
  /** Why it has not stored the next one; null where all are stored. */
  failure: { reason: unknown } | null
}

interface Route {
  nats: Nats
  js: JetStreamClient
  tracing: Tracing | null
}

/** Milliseconds until JetStream has stored a message; also the longest that a stop waits. */
const publishTimeout = 2_000

/**
 * Publishes a batch in order. All of it is under way at once, so each names its forerunner: JetStream refuses it when that
 * one was refused or lost, as while a cluster changes its leader, and the order stays. So where the last is stored all
 * are, and it alone is asked about. When it is refused, each is: JetStream knows by its id what it has already.
 */
export async function publishBatch(route: Route, batch: readonly ReadyMessage[]): Promise<Published> {
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

/** @returns why the last one is not stored; null where it is */
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

/** The span is a child of the request's that wrote the message, however long ago that was. */
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
