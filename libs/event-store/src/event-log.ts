import type { Kysely, Transaction } from 'kysely'
import { append } from './append.ts'
import type { RecordedEvent, StreamWrite } from './event.ts'
import type { EventCatalogue } from './event-catalogue.ts'
import type { EventLogContext } from './event-log-context.ts'
import type { EventTables } from './event-tables.ts'
import { type EventReader, eventReader } from './read.ts'
import { createVault, type VaultSecrets } from './vault.ts'

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

/** With the secrets that wrap the keys of the streams: the same in every replica, and for as long as the log is kept. */
export function openEventLog({
  catalogue,
  ...secrets
}: { catalogue: EventCatalogue } & VaultSecrets): EventLog {
  const context: EventLogContext = { catalogue, vault: createVault(secrets) }
  return {
    append: (trx, writes) => append(context, trx, writes),
    reader: (db) => eventReader(context, db),
  }
}
