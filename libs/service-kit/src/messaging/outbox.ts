import { randomUUID } from 'node:crypto'
import type { Envelope } from '@rehearse/contracts'
import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import { currentContext, takeTraceparent } from '../observability/request-context.ts'
import type { MessagingTables } from './messaging-tables.ts'
import type { RelaySource } from './relay.ts'

export interface NewMessage<Data extends object = object> {
  /** A random one unless given. A message with the same id that waits to be published is not stored again. */
  id?: string
  subject: string
  type: string
  version: number
  data: Data
}

/** The consumer name for messages dead-lettered by the outbox itself. */
export const outboxName = 'outbox'

/** The channel on which writers wake the relay, in whichever replica it runs. */
export const outboxChannel = 'outbox'

/** Wraps an event in an envelope: a new id, the time, and its cause. */
export function toEnvelope(message: NewMessage, now: Date): Envelope<object> {
  const context = currentContext()
  return {
    id: message.id ?? randomUUID(),
    type: message.type,
    version: message.version,
    occurredAt: now.toISOString(),
    correlationId: context?.correlationId ?? null,
    causationId: context?.causationId ?? null,
    ...(context?.traceparent !== undefined && { traceparent: context.traceparent }),
    data: message.data,
  }
}

/** Stores messages in the same transaction as the change that causes them: both are committed, or neither. */
export async function enqueue<Tables extends MessagingTables>(
  trx: Transaction<Tables>,
  messages: readonly NewMessage[],
  now: Date = new Date(),
): Promise<void> {
  if (messages.length === 0) return
  const rows = messages.map((message) => ({ ...toEnvelope(message, now), subject: message.subject }))
  await sql`
    insert into outbox (event_id, subject, payload)
    select (row->>'id')::uuid, row->>'subject', row - 'subject'
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as rows(row, position)
    order by position
    on conflict (event_id) do nothing`.execute(trx)
  await sql`select pg_notify(${outboxChannel}, '')`.execute(trx)
}

/** The outbox as the relay reads it: oldest first, and deleted once published. */
export function outboxSource<Tables extends MessagingTables>(database: Kysely<Tables>): RelaySource {
  const db = database as unknown as Kysely<MessagingTables>
  return {
    read: async (limit) => {
      const rows = await db.selectFrom('outbox').selectAll().orderBy('position').limit(limit).execute()
      const messages = rows.map((row) => ({
        position: row.position,
        id: row.event_id,
        subject: row.subject,
        body: JSON.stringify(row.payload),
        size: 1,
        traceparent: takeTraceparent((row.payload as Partial<Envelope>).traceparent),
      }))
      return { messages, isMore: rows.length === limit }
    },
    published: async (messages) => {
      const positions = messages.map((message) => message.position)
      await db.deleteFrom('outbox').where('position', 'in', positions).execute()
    },
    waiting: async () => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from outbox`.execute(db)
      return rows[0]?.count ?? 0
    },
    deadLetter: async ({ position }, reason) => {
      await sql`
        with taken as (delete from outbox where position = ${position} returning *)
        insert into parked_message (consumer, stream, stream_sequence, subject, payload, error, deliveries)
        select ${outboxName}, ${outboxName}, position, subject, payload::text, ${reason}, 0 from taken`.execute(
        db,
      )
    },
  }
}
