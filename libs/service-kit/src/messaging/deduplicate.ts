import type { FastifyBaseLogger } from 'fastify'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { BackgroundWork } from '../jobs/background-work.ts'
import { startPeriodicJob } from '../jobs/periodic-job.ts'
import type { MessagingTables } from './messaging-tables.ts'

/**
 * Returns the messages that this consumer hasn't handled yet, and records them as handled in the same transaction.
 * For handlers that count, so that a second delivery changes nothing.
 */
export async function deduplicate<Tables extends MessagingTables, Message extends { id: string }>(
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

/** In milliseconds. */
const day = 24 * 60 * 60 * 1000
/**
 * How long (ms) a handled message is remembered. It can be delivered again while its acknowledgment is in transit,
 * and when a relay publishes it twice: after a long outage that may be days later, but hardly a month.
 */
export const CONSUMED_FOR = 30 * day
const batchSize = 5_000

/** Deletes records of messages that can't be delivered again: at startup and then daily. */
export function sweepConsumed<Tables extends MessagingTables>(
  db: Kysely<Tables>,
  log: FastifyBaseLogger,
): BackgroundWork {
  return startPeriodicJob('sweep of consumed messages', { every: day, log }, async () => {
    const count = await deleteConsumedBefore(db, new Date(Date.now() - CONSUMED_FOR))
    if (count > 0) log.info({ count }, 'deleted old records of handled messages')
  })
}

/** Deletes in batches, and safely in parallel with other replicas. @returns how many were deleted */
export async function deleteConsumedBefore<Tables extends MessagingTables>(
  db: Kysely<Tables>,
  moment: Date,
): Promise<number> {
  for (let count = 0; ; ) {
    const { numAffectedRows = 0n } = await sql`
      delete from consumed_message where (consumer, event_id) in (
        select consumer, event_id from consumed_message
        where consumed_at < ${moment} limit ${batchSize} for update skip locked
      )`.execute(db)
    count += Number(numAffectedRows)
    if (Number(numAffectedRows) < batchSize) return count
  }
}
