import type { JsMsg } from '@nats-io/jetstream'
import type { Envelope } from '@rehearse/contracts'
import type { FastifyBaseLogger } from 'fastify'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { isUnavailable } from '../http/unavailable.ts'
import type { BackgroundWork } from '../jobs/background-work.ts'
import { startPeriodicJob } from '../jobs/periodic-job.ts'
import { runInContext, takeTraceparent } from '../observability/request-context.ts'
import type { MessagingTables } from './messaging-tables.ts'
import { outboxChannel, outboxName } from './outbox.ts'

/** Which dead-lettered messages to act on. */
export type DeadLetterChoice = number | 'all'

/** Dead-lettered messages, oldest first. */
export async function listDeadLetters(
  db: Kysely<MessagingTables>,
): Promise<Selectable<MessagingTables['parked_message']>[]> {
  return db.selectFrom('parked_message').selectAll().orderBy('id').execute()
}

export async function countDeadLetters<Tables extends MessagingTables>(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from parked_message`.execute(db)
  return rows[0]?.count ?? 0
}

/** A text with the number of dead letters; undefined if there are none or they can't be counted. */
export async function describeDeadLetters<Tables extends MessagingTables>(
  db: Kysely<Tables>,
): Promise<string | undefined> {
  const count = await countDeadLetters(db).catch(() => 0)
  return count === 0 ? undefined : `${count} dead-lettered: see npm run ops -- dead-letters`
}

/** Asks the service that dead-lettered them to handle messages again. @returns how many there are */
export async function requestReplay(db: Kysely<MessagingTables>, which: DeadLetterChoice): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update parked_message set replay_at = now() where ${matching(which)}`.execute(db)
  return Number(numAffectedRows)
}

/** Drops messages for good. @returns how many there were */
export async function dropDeadLetters(db: Kysely<MessagingTables>, which: DeadLetterChoice): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from parked_message where ${matching(which)}`.execute(db)
  return Number(numAffectedRows)
}

const matching = (which: DeadLetterChoice) =>
  which === 'all' ? sql<boolean>`true` : sql<boolean>`id = ${which}`

/** Something that can't be handled: a message, or work that a service found in its own records. */
export interface DeadLetterWork {
  /** Where it was found: a stream, or the event log. */
  stream: string
  /** Its position there. */
  position: number
  /** What kind of work it is: a subject, or an event type. */
  subject: string
  /** What a retry needs. It may reference personal data, but never contain it. */
  payload: string
  error: unknown
  tries: number
}

/**
 * Dead-letters a message, with the reason why it can't be handled; a second call leaves it unchanged.
 * @param payload its text, or that of one event of its batch
 */
export async function deadLetterMessage<Tables extends MessagingTables>(
  db: Kysely<Tables>,
  {
    consumer,
    message,
    payload,
    error,
  }: { consumer: string; message: JsMsg; payload: string; error: unknown },
): Promise<void> {
  const { deliveryCount: tries, stream, streamSequence: position } = message.info
  const { subject } = message
  await deadLetterWork(db, consumer, { stream, position, subject, payload, error, tries })
}

/** The same for any other queued work. */
export async function deadLetterWork<Tables extends MessagingTables>(
  db: Kysely<Tables>,
  worker: string,
  { stream, position, subject, payload, error, tries }: DeadLetterWork,
): Promise<void> {
  await sql`
    insert into parked_message (consumer, stream, stream_sequence, subject, payload, error, deliveries)
    values (${worker}, ${stream}, ${position}, ${subject}, ${storable(payload)}, ${storable(String(error))}, ${tries})
    on conflict do nothing`.execute(db)
}

/** Postgres can't store U+0000, so a message that contains it could never be dead-lettered. */
const storable = (text: string): string => text.replaceAll('\u0000', '\ufffd')

type DeadLetter = Selectable<MessagingTables['parked_message']>

/** Handles one message, given as text. */
export type Handler<Tables> = (payload: string, trx: Transaction<Tables>) => Promise<void>

interface ReplayOptions<Tables> {
  db: Kysely<Tables>
  log: FastifyBaseLogger
  /** By consumer name. */
  handlers: ReadonlyMap<string, Handler<Tables>>
  /** Milliseconds between checks. */
  interval?: number
}

/**
 * Retries dead-lettered messages on request (see ops-dead-letters.ts), each in its own transaction: on success the message
 * is removed, otherwise it stays with its new error.
 */
export function replayDeadLetters<Tables extends MessagingTables>(
  options: ReplayOptions<Tables>,
): BackgroundWork {
  return startPeriodicJob(
    'replay of dead letters',
    { every: options.interval ?? 3_000, log: options.log },
    async () => {
      if (await replayNext(options)) return 0
    },
  )
}

/** @returns whether there was one */
async function replayNext<Tables extends MessagingTables>({ db, log, handlers }: ReplayOptions<Tables>) {
  const tables = db as unknown as Kysely<MessagingTables>
  try {
    return await db.transaction().execute(async (trx) => {
      const message = await takeAsked(trx, [...handlers.keys(), outboxName])
      if (message === undefined) return false
      const { id, consumer, subject } = message
      await replay(message, handlers, trx).catch((error: unknown) => {
        throw new ReplayFailed(id, error)
      })
      log.info({ consumer, subject, id }, 'dead letter handled')
      return true
    })
  } catch (error) {
    if (!(error instanceof ReplayFailed) || isUnavailable(error.cause)) throw error
    const { id, cause } = error
    log.warn({ id, err: cause }, 'dead letter failed again')
    await tables
      .updateTable('parked_message')
      .set({ replay_at: null, error: String(cause), deliveries: sql`deliveries + 1` })
      .where('id', '=', id)
      .execute()
    return true
  }
}

class ReplayFailed extends Error {
  readonly id: number

  constructor(id: number, cause: unknown) {
    super('a dead letter failed again', { cause })
    this.id = id
  }
}

/** The oldest requested message, deleted from the table; a rollback restores it. */
async function takeAsked<Tables>(
  trx: Transaction<Tables>,
  consumers: readonly string[],
): Promise<DeadLetter | undefined> {
  const { rows } = await sql<DeadLetter>`
    delete from parked_message where id = (
      select id from parked_message
      where replay_at is not null and consumer = any(${[...consumers]})
      order by id limit 1 for update skip locked
    ) returning *`.execute(trx)
  return rows[0]
}

async function replay<Tables extends MessagingTables>(
  { consumer, subject, payload }: DeadLetter,
  handlers: ReplayOptions<Tables>['handlers'],
  trx: Transaction<Tables>,
): Promise<void> {
  if (consumer === outboxName) return republish(trx, subject, payload)
  const { id, correlationId, traceparent } = JSON.parse(payload) as Partial<Envelope> & { id: string }
  const context = {
    requestId: id,
    correlationId: correlationId ?? id,
    causationId: id,
    traceparent: takeTraceparent(traceparent),
  }
  await runInContext(context, async () => handlers.get(consumer)?.(payload, trx))
}

async function republish<Tables>(trx: Transaction<Tables>, subject: string, payload: string) {
  await sql`
    insert into outbox (event_id, subject, payload)
    select (${payload}::jsonb->>'id')::uuid, ${subject}, ${payload}::jsonb`.execute(trx)
  await sql`select pg_notify(${outboxChannel}, '')`.execute(trx)
}
