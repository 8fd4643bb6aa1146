import {
  AckPolicy,
  type ConsumerConfig,
  type ConsumerMessages,
  DeliverPolicy,
  type JsMsg,
  ReplayPolicy,
} from '@nats-io/jetstream'
import { type StreamOwner, streams } from '@rehearse/contracts'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import { GroupCommit } from '../database/group-commit.ts'
import { isUnavailable } from '../http/unavailable.ts'
import { type BackgroundWork, startBackgroundWork } from '../jobs/background-work.ts'
import { abortable, whenAborted } from '../jobs/delay.ts'
import { runInContext } from '../observability/request-context.ts'
import { parentOf, traceDeliveries } from '../observability/trace-messages.ts'
import type { Tracing } from '../observability/tracing.ts'
import { deadLetterMessage } from './dead-letters.ts'
import type { MessagingTables } from './messaging-tables.ts'
import type { Nats } from './nats.ts'

/** The fields a consumer must be able to read from any message. */
export interface ConsumedMessage {
  id: string
  correlationId: string | null
}

/** The outcome of a delivery: acknowledged, to be redelivered, or dead-lettered. */
export type Outcome = 'handled' | 'delayed' | 'parked'

export interface ConsumerOptions<Tables, Message extends ConsumedMessage> {
  nats: Nats
  db: Kysely<Tables>
  tracing?: Tracing | null
  log: FastifyBaseLogger
  /** The owner of the stream to read. */
  from: StreamOwner
  /** Durable name, which replicas of a service share to divide the work. */
  name: string
  /** NATS subject, with wildcards. Only one, because servers before 2.10 don't support more. */
  subject: string
  schema: z.ZodType<Message>
  /**
   * Handles a batch inside one transaction. Messages are delivered at least once, and across replicas not always in
   * order: be idempotent by nature (keep the newer version) or use `deduplicate`.
   */
  handle(messages: readonly Message[], trx: Transaction<Tables>): Promise<void>
  /** Number of deliveries after which a message that can't be handled is dead-lettered. */
  maxDeliveries?: number
  /** Receives the outcome of each delivery; for metrics. */
  onOutcome?(outcome: Outcome): void
}

export type Consumer = BackgroundWork

/** Seconds before a failed message is redelivered, by number of deliveries. */
const backoff = [0.5, 1, 2, 5, 10] as const

/**
 * A durable consumer: continues where it stopped, handles in batches, acknowledges after commit. A message that keeps
 * failing is dead-lettered with its error in `parked_message` and no longer blocks the others.
 */
export function startConsumer<Tables extends MessagingTables, Message extends ConsumedMessage>(
  options: ConsumerOptions<Tables, Message>,
): Consumer {
  return startBackgroundWork(options.name, (stop) => consume(options, stop), options.log)
}

/** One run, from finding the stream until the consumer is lost or stopped. */
async function consume<Tables extends MessagingTables, Message extends ConsumedMessage>(
  options: ConsumerOptions<Tables, Message>,
  stop: AbortSignal,
): Promise<void> {
  const inbox = new GroupCommit<JsMsg, void>({
    maxBatch: 200,
    isFatal: isUnavailable,
    commit: async (batch) => {
      await handleBatch(options, batch)
      return batch.map(() => undefined)
    },
  })
  const settle = async (message: JsMsg) => {
    try {
      const outcome = await inbox.add(message).then(
        () => 'handled' as const,
        (error: unknown) => setAside(options, message, error),
      )
      if (outcome === 'handled') message.ack()
      options.onOutcome?.(outcome)
    } catch (error) {
      // Neither acknowledged nor rejected, so it is redelivered.
      options.log.warn({ err: error }, `${options.name}: could not settle a message`)
    }
  }

  const messages = await subscribe(options, stop)
  const forget = whenAborted(stop, () => messages.stop())
  const settling = new Set<Promise<void>>()
  try {
    for await (const message of messages) {
      const settled = settle(message).finally(() => settling.delete(settled))
      settling.add(settled)
    }
  } finally {
    forget()
    await Promise.all(settling)
  }
}

async function subscribe<Tables, Message extends ConsumedMessage>(
  { nats, from, name, subject }: ConsumerOptions<Tables, Message>,
  stop: AbortSignal,
): Promise<ConsumerMessages> {
  const stream = streams[from].name
  const config: Partial<ConsumerConfig> = {
    durable_name: name,
    filter_subject: subject,
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    replay_policy: ReplayPolicy.Instant,
    ack_wait: 30 * 1e9,
    max_ack_pending: 2_000,
  }
  const manager = await abortable(nats.manager(), stop)
  try {
    await manager.consumers.add(stream, config)
  } catch (addFailed) {
    // It exists with another configuration, which servers since 2.10 don't overwrite.
    await manager.consumers.update(stream, name, config).catch(() => {
      throw addFailed
    })
  }
  const consumer = await manager.jetstream().consumers.get(stream, name)
  // A server that restarted without its data doesn't have this consumer: this run ends, and the next one creates it
  // again.
  return consumer.consume({ max_messages: 500, abort_on_missing_resource: true })
}

async function handleBatch<Tables extends MessagingTables, Message extends ConsumedMessage>(
  options: ConsumerOptions<Tables, Message>,
  batch: readonly JsMsg[],
): Promise<void> {
  const parsed = batch.map((message) => envelopesOf(message).map((one) => options.schema.parse(one)))
  const deliveries = batch.map(({ subject, headers }, index) => ({
    subject,
    id: parsed[index]?.[0]?.id ?? '',
    parent: parentOf(headers),
  }))
  await handleParsed(options, parsed.flat(), deliveries)
}

/** A message holds one envelope, or an array of them. */
function envelopesOf(message: JsMsg): unknown[] {
  const body = message.json<unknown>()
  return Array.isArray(body) ? body : [body]
}

async function handleParsed<Tables extends MessagingTables, Message extends ConsumedMessage>(
  options: ConsumerOptions<Tables, Message>,
  parsed: readonly Message[],
  deliveries: Parameters<typeof traceDeliveries>[1],
): Promise<void> {
  const [first] = parsed
  if (first === undefined) return
  await traceDeliveries(options, deliveries, (traceparent) => {
    const context = {
      requestId: first.id,
      correlationId: first.correlationId ?? first.id,
      causationId: first.id,
      traceparent,
    }
    return runInContext(context, () => options.db.transaction().execute((trx) => options.handle(parsed, trx)))
  })
}

/**
 * Decides about a failed message: redeliver it or, after enough tries, dead-letter the parts that can't be handled.
 */
async function setAside<Tables extends MessagingTables, Message extends ConsumedMessage>(
  options: ConsumerOptions<Tables, Message>,
  message: JsMsg,
  error: unknown,
): Promise<Outcome> {
  const { name, log, maxDeliveries = backoff.length } = options
  const { deliveryCount } = message.info
  const pause = 1_000 * (backoff[deliveryCount - 1] ?? 10)
  if (isUnavailable(error) || deliveryCount < maxDeliveries) {
    message.nak(pause)
    return 'delayed'
  }
  let deadLettered: number
  try {
    deadLettered = await deadLetterFailing(options, message, error)
  } catch {
    message.nak(pause)
    return 'delayed'
  }
  const { subject, info } = message
  if (deadLettered === 0) {
    message.ack()
    return 'handled'
  }
  log.error({ err: error, subject, streamSequence: info.streamSequence }, `${name}: message dead-lettered`)
  // Without a reason: servers before 2.11 don't accept one and would redeliver the message forever.
  message.term()
  return 'parked'
}

/**
 * Dead-letters only those events of a batch that fail alone; the others are handled.
 * @returns how many were dead-lettered
 */
async function deadLetterFailing<Tables extends MessagingTables, Message extends ConsumedMessage>(
  options: ConsumerOptions<Tables, Message>,
  message: JsMsg,
  error: unknown,
): Promise<number> {
  const { name, db } = options
  const envelopes = readEnvelopes(message)
  if (envelopes.length < 2) {
    const payload = envelopes.length === 1 ? JSON.stringify(envelopes[0]) : message.string()
    await deadLetterMessage(db, { consumer: name, message, payload, error })
    return 1
  }
  let deadLettered = 0
  for (const envelope of envelopes) {
    try {
      const parsed = options.schema.parse(envelope)
      await handleParsed(
        options,
        [parsed],
        [{ subject: message.subject, id: parsed.id, parent: parentOf(message.headers) }],
      )
    } catch (failed) {
      if (isUnavailable(failed)) throw failed
      await deadLetterMessage(db, {
        consumer: name,
        message,
        payload: JSON.stringify(envelope),
        error: failed,
      })
      deadLettered += 1
    }
  }
  return deadLettered
}

/** Empty if the message can't be parsed. */
function readEnvelopes(message: JsMsg): unknown[] {
  try {
    return envelopesOf(message)
  } catch {
    return []
  }
}
