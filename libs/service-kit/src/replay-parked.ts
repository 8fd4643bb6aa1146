import type { Envelope } from '@rehearse/contracts'
import type { FastifyBaseLogger } from 'fastify'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { type BackgroundWork, startBackgroundWork } from './background-work.ts'
import { delay } from './delay.ts'
import type { MessagingTables } from './messaging-tables.ts'
import { outboxChannel, outboxName } from './outbox.ts'
import { runInContext } from './request-context.ts'
import { takeTraceparent } from './tracing/traceparent.ts'
import { isUnavailable } from './unavailable.ts'

type ParkedMessage = Selectable<MessagingTables['parked_message']>

/** What a consumer does with one message's text. */
export type Handler<Tables> = (payload: string, trx: Transaction<Tables>) => Promise<void>

export interface ReplayOptions<Tables> {
  db: Kysely<Tables>
  log: FastifyBaseLogger
  /** By the names of consumers. */
  handlers: ReadonlyMap<string, Handler<Tables>>
  /** Milliseconds between looks. */
  interval?: number
}

/**
 * Handles parked messages again once somebody asks for it (see ops/parked.ts), each in a transaction of its own: with
 * success it is gone, else it stays parked with its new error.
 */
export function replayParked<Tables extends MessagingTables>(options: ReplayOptions<Tables>): BackgroundWork {
  return startBackgroundWork(
    'replay of parked messages',
    async (stop) => {
      while (!stop.aborted) {
        while (!stop.aborted && (await replayNext(options))) {}
        await delay(options.interval ?? 3_000, stop)
      }
    },
    options.log,
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
        throw new FailedAgain(id, error)
      })
      log.info({ consumer, subject, id }, 'parked message handled')
      return true
    })
  } catch (error) {
    if (!(error instanceof FailedAgain) || isUnavailable(error.cause)) throw error
    const { id, cause } = error
    log.warn({ id, err: cause }, 'parked message failed again')
    await tables
      .updateTable('parked_message')
      .set({ replay_at: null, error: String(cause), deliveries: sql`deliveries + 1` })
      .where('id', '=', id)
      .execute()
    return true
  }
}

class FailedAgain extends Error {
  readonly id: number

  constructor(id: number, cause: unknown) {
    super('a parked message failed again', { cause })
    this.id = id
  }
}

/** The oldest that was asked for, taken out of the table: back again if the transaction fails. */
async function takeAsked<Tables>(
  trx: Transaction<Tables>,
  consumers: readonly string[],
): Promise<ParkedMessage | undefined> {
  const { rows } = await sql<ParkedMessage>`
    delete from parked_message where id = (
      select id from parked_message
      where replay_at is not null and consumer = any(${[...consumers]})
      order by id limit 1 for update skip locked
    ) returning *`.execute(trx)
  return rows[0]
}

async function replay<Tables extends MessagingTables>(
  { consumer, subject, payload }: ParkedMessage,
  handlers: ReplayOptions<Tables>['handlers'],
  trx: Transaction<Tables>,
): Promise<void> {
  if (consumer === outboxName) return publishAgain(trx, subject, payload)
  const { id, correlationId, traceparent } = JSON.parse(payload) as Partial<Envelope> & { id: string }
  const context = {
    requestId: id,
    correlationId: correlationId ?? id,
    causationId: id,
    traceparent: takeTraceparent(traceparent),
  }
  await runInContext(context, async () => handlers.get(consumer)?.(payload, trx))
}

async function publishAgain<Tables>(trx: Transaction<Tables>, subject: string, payload: string) {
  await sql`
    insert into outbox (event_id, subject, payload)
    select (${payload}::jsonb->>'id')::uuid, ${subject}, ${payload}::jsonb`.execute(trx)
  await sql`select pg_notify(${outboxChannel}, '')`.execute(trx)
}
