import { type Kysely, sql, type Transaction } from 'kysely'
import { append } from './append.ts'
import type { EventCatalog, EventLogContext, EventTables, RecordedEvent, StreamWrite } from './event.ts'
import { type EventReader, eventReader } from './read.ts'
import { createVault, type StreamSeal, type VaultSecrets } from './vault.ts'

/** The event log of a service: encrypts personal data on write, and decrypts and upcasts on read. */
export interface EventLog {
  /** See `append`. */
  append<Tables extends EventTables>(
    trx: Transaction<Tables>,
    writes: readonly StreamWrite[],
  ): Promise<RecordedEvent[]>
  /** Pass a transaction to read what that transaction has written. */
  reader<Tables extends EventTables>(db: Kysely<Tables>): EventReader
  /**
   * Encrypts and decrypts data stored outside the log that must be forgotten with a stream. Undefined if the stream
   * has no key because it has no personal data or was erased.
   */
  sealOf<Tables extends EventTables>(db: Kysely<Tables>, streamId: string): Promise<StreamSeal | undefined>
}

/**
 * Opens a log with the secrets that wrap the streams' keys: the same in every replica, for the lifetime of the log.
 */
export function openEventLog({ catalog, ...secrets }: { catalog: EventCatalog } & VaultSecrets): EventLog {
  const context: EventLogContext = { catalog, vault: createVault(secrets) }
  return {
    append: (trx, writes) => append(context, trx, writes),
    reader: (db) => eventReader(context, db),
    sealOf: async (db, streamId) => {
      const { rows } = await sql<{ wrapped_key: Buffer }>`
        select wrapped_key from stream_key where stream_id = ${streamId}`.execute(db)
      const key = rows[0]?.wrapped_key
      if (key === undefined) return undefined
      const seal = context.vault.unwrap(streamId, key)
      // A separate name, so that nothing sealed here can be passed off as part of an event.
      return {
        close: (name, content) => seal.close(`beside/${name}`, content),
        open: (name, sealed) => seal.open(`beside/${name}`, sealed),
      }
    },
  }
}
