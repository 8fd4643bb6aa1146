import { AckPolicy, DeliverPolicy, type JsMsg, ReplayPolicy } from '@nats-io/jetstream'
import { type StreamOwner, streams } from '@rehearse/contracts'
import type { FastifyBaseLogger } from 'fastify'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import { abortable } from './abortable.ts'
import { delay } from './delay.ts'
import { GroupCommit } from './group-commit.ts'
import type { MessagingTables } from './messaging-tables.ts'
import type { Nats } from './nats.ts'
import { runInContext } from './request-context.ts'
import { isUnavailable } from './unavailable.ts'

export interface ConsumerOptions<Tables, Message extends { id: string; correlationId: string | null }> {
  nats: Nats
  db: Kysely<Tables>
  log: FastifyBaseLogger
  /** Whose stream is read. */
  from: StreamOwner
  /** Durable name; replicas of a service share it and so share the work. */
  name: string
  /** NATS subject, with wildcards; one, since servers before 2.10 know no more. */
  subject: string
  schema: z.ZodType<Message>
  /**
   * Takes in a batch, inside one transaction. Messages come at least once, and across replicas not always in order:
   * be idempotent by nature (keep the newer version) or ask `unseen` first.
   */
  handle(messages: readonly Message[], trx: Transaction<Tables>): Promise<void>
  /** After how many deliveries a message that can't be handled is parked. */
  maxDeliveries?: number
}

export interface Consumer {
  stop(): Promise<void>
}

/** Seconds before the next delivery of a message that failed, by how often it was delivered. */
const backoff = [0.5, 1, 2, 5, 10] as const

/**
 * A durable consumer: reads on where it stopped, handles in batches, acknowledges after commit. A message that
 * keeps failing is parked in `parked_message`, with its error, and no longer holds up the others.
 */
export function startConsumer<
  Tables extends MessagingTables,
  Message extends { id: string; correlationId: string | null },
>(options: ConsumerOptions<Tables, Message>): Consumer {
  const stopping = new AbortController()
  const running = (async () => {
    while (!stopping.signal.aborted) {
      try {
        await consume(options, stopping.signal)
      } catch (error) {
        if (!stopping.signal.aborted)
          options.log.warn({ err: error }, `${options.name}: consumer interrupted`)
      }
      await delay(500, stopping.signal)
    }
  })()
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

/** One run, from finding the stream until the consumer is lost or stopped. */
async function consume<
  Tables extends MessagingTables,
  Message extends { id: string; correlationId: string | null },
>(options: ConsumerOptions<Tables, Message>, stop: AbortSignal): Promise<void> {
  const stream = streams[options.from].name
  const manager = await abortable(options.nats.manager(), stop)
  await manager.consumers.add(stream, {
    durable_name: options.name,
    filter_subject: options.subject,
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    replay_policy: ReplayPolicy.Instant,
    ack_wait: 30 * 1e9,
    max_ack_pending: 2_000,
  })
  const js = await options.nats.jetstream()
  const consumer = await js.consumers.get(stream, options.name)
  const messages = await consumer.consume({ max_messages: 500 })
  stop.addEventListener('abort', () => messages.stop(), { once: true })

  const inbox = new GroupCommit<JsMsg, void>({
    maxBatch: 200,
    isFatal: isUnavailable,
    commit: async (batch) => {
      await handleBatch(options, batch)
      return batch.map(() => undefined)
    },
  })
  for await (const message of messages) {
    inbox.add(message).then(
      () => message.ack(),
      (error: unknown) => setAside(options, message, error),
    )
  }
  await inbox.idle()
}

async function handleBatch<
  Tables extends MessagingTables,
  Message extends { id: string; correlationId: string | null },
>(options: ConsumerOptions<Tables, Message>, batch: readonly JsMsg[]): Promise<void> {
  const parsed = batch.map((message) => options.schema.parse(message.json()))
  const [first] = parsed
  if (first === undefined) return
  const context = {
    requestId: first.id,
    correlationId: first.correlationId ?? first.id,
    causationId: first.id,
  }
  await runInContext(context, () => options.db.transaction().execute((trx) => options.handle(parsed, trx)))
}

/** What to do with a message that failed: again later, or, after enough tries, park it. */
async function setAside<
  Tables extends MessagingTables,
  Message extends { id: string; correlationId: string | null },
>(options: ConsumerOptions<Tables, Message>, message: JsMsg, error: unknown): Promise<void> {
  const { deliveryCount, stream, streamSequence } = message.info
  if (isUnavailable(error) || deliveryCount < (options.maxDeliveries ?? backoff.length)) {
    return message.nak(1_000 * (backoff[deliveryCount - 1] ?? 10))
  }
  options.log.error(
    { err: error, subject: message.subject, streamSequence },
    `${options.name}: message parked`,
  )
  try {
    await sql`
      insert into parked_message (consumer, stream, stream_sequence, subject, payload, error, deliveries)
      values (${options.name}, ${stream}, ${streamSequence}, ${message.subject}, ${message.string()},
              ${String(error)}, ${deliveryCount})
      on conflict do nothing`.execute(options.db)
    message.term('parked')
  } catch {
    message.nak(10_000)
  }
}

/**
 * Of these messages, the ones that this consumer has not handled yet; marks them as handled in the same transaction.
 * For handlers that count: a second delivery changes nothing.
 */
export async function unseen<Tables extends MessagingTables, Message extends { id: string }>(
  trx: Transaction<Tables>,
  consumer: string,
  messages: readonly Message[],
): Promise<Message[]> {
  const ids = messages.map((message) => message.id)
  const { rows } = await sql<{ event_id: string }>`
    insert into consumed_message (consumer, event_id)
    select ${consumer}, id from unnest(${ids}::uuid[]) as ids(id)
    on conflict do nothing
    returning event_id`.execute(trx)
  const fresh = new Set(rows.map((row) => row.event_id))
  return messages.filter((message) => fresh.delete(message.id))
}
