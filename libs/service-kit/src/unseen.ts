import { sql, type Transaction } from 'kysely'
import type { MessagingTables } from './messaging-tables.ts'

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
