import type { JsMsg } from '@nats-io/jetstream'
import { type Kysely, sql } from 'kysely'
import type { MessagingTables } from './messaging-tables.ts'

/** Puts a message aside, with the reason why it can't be handled; parked again, it stays as it was. */
export async function parkMessage<Tables extends MessagingTables>(
  db: Kysely<Tables>,
  { consumer, message, error }: { consumer: string; message: JsMsg; error: unknown },
): Promise<void> {
  const { deliveryCount, stream, streamSequence } = message.info
  await sql`
    insert into parked_message (consumer, stream, stream_sequence, subject, payload, error, deliveries)
    values (${consumer}, ${stream}, ${streamSequence}, ${message.subject}, ${storable(message.string())},
            ${storable(String(error))}, ${deliveryCount})
    on conflict do nothing`.execute(db)
}

/** Postgres stores no U+0000, and what can't be stored could never be parked. */
const storable = (text: string): string => text.replaceAll('\u0000', '\ufffd')
