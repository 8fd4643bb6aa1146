import { sql, type Transaction } from 'kysely'
import { lockLog } from './append.ts'
import type { EventTables } from './event-tables.ts'

/**
 * Forgets what is personal in a stream, for ever: its key is destroyed, and it takes no events any more. The events
 * stay, with the part that concerns no person. Serialised with appends and with those who follow the log, so that none
 * slips in meanwhile. A second time it changes nothing.
 */
export async function eraseStream<Tables extends EventTables>(
  trx: Transaction<Tables>,
  streamId: string,
): Promise<void> {
  await lockLog(trx)
  // Those that follow the log may be folding events that they could still read: their rows come first, and then go.
  await sql`lock table checkpoint in share row exclusive mode`.execute(trx)
  await sql`delete from stream_key where stream_id = ${streamId}`.execute(trx)
  await sql`
    insert into erased_stream (stream_hash) values (sha256(convert_to(${streamId}, 'UTF8')))
    on conflict do nothing`.execute(trx)
}
