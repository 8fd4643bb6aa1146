import type { JsMsg } from '@nats-io/jetstream'
import { type Kysely, sql } from 'kysely'
import type { MessagingTables } from './messaging-tables.ts'

/** Something that can't be handled: a message, or work that a service has found in its own records. */
export interface ParkedWork {
  /** Where it comes from: a stream, or the log. */
  stream: string
  /** Its place there. */
  position: number
  /** What kind of thing it is: a subject, or a type. */
  subject: string
  /** What it takes to try it again. Personal data may be named here, never told. */
  payload: string
  error: unknown
  tries: number
}

/** Puts a message aside, with the reason why it can't be handled; parked again, it stays as it was. */
export async function parkMessage<Tables extends MessagingTables>(
  db: Kysely<Tables>,
  { consumer, message, error }: { consumer: string; message: JsMsg; error: unknown },
): Promise<void> {
  const { deliveryCount: tries, stream, streamSequence: position } = message.info
  const { subject } = message
  await parkWork(db, consumer, { stream, position, subject, payload: message.string(), error, tries })
}

/** The same of anything that somebody works off. */
export async function parkWork<Tables extends MessagingTables>(
  db: Kysely<Tables>,
  worker: string,
  { stream, position, subject, payload, error, tries }: ParkedWork,
): Promise<void> {
  await sql`
    insert into parked_message (consumer, stream, stream_sequence, subject, payload, error, deliveries)
    values (${worker}, ${stream}, ${position}, ${subject}, ${storable(payload)}, ${storable(String(error))}, ${tries})
    on conflict do nothing`.execute(db)
}

/** Postgres stores no U+0000, and what can't be stored could never be parked. */
const storable = (text: string): string => text.replaceAll('\u0000', '\ufffd')
