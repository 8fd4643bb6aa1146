import type { Kysely, Transaction } from 'kysely'
import { append } from './append.ts'
import type { RecordedEvent, StreamWrite } from './event.ts'
import type { EventCatalogue } from './event-catalogue.ts'
import type { EventLogContext } from './event-log-context.ts'
import type { EventTables } from './event-tables.ts'
import { type EventReader, eventReader } from './read.ts'
import { createVault } from './vault.ts'

/** The log of a service: it seals what is personal on the way in, and opens it and upcasts on the way out. */
export interface EventLog {
  /** See `append`. */
  append<Tables extends EventTables>(
    trx: Transaction<Tables>,
    writes: readonly StreamWrite[],
  ): Promise<RecordedEvent[]>
  /** Give it a transaction to read what that transaction has written. */
  reader<Tables extends EventTables>(db: Kysely<Tables>): EventReader
}

/** @param secret wraps the keys of the streams; the same in every replica, and for ever */
export function openEventLog(options: { catalogue: EventCatalogue; secret: string }): EventLog {
  const context: EventLogContext = { catalogue: options.catalogue, vault: createVault(options.secret) }
  return {
    append: (trx, writes) => append(context, trx, writes),
    reader: (db) => eventReader(context, db),
  }
}
