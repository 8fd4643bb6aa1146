import { type Kysely, sql, type Transaction } from 'kysely'
import { append } from './append.ts'
import {
  type EventCatalog,
  type EventLogContext,
  type EventTables,
  isErased,
  type RecordedEvent,
  type StreamWrite,
} from './event.ts'
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
  /**
   * The same for a stream that may not have a key yet: it gets one. Undefined only if the stream was erased. The
   * caller makes sure that the stream isn't erased before its transaction ends.
   */
  ensureSeal<Tables extends EventTables>(
    trx: Transaction<Tables>,
    streamId: string,
  ): Promise<StreamSeal | undefined>
}

/**
 * Opens a log with the secrets that wrap the streams' keys: the same in every replica, for the lifetime of the log.
 */
export function openEventLog({ catalog, ...secrets }: { catalog: EventCatalog } & VaultSecrets): EventLog {
  const context: EventLogContext = { catalog, vault: createVault(secrets) }
  const sealOf: EventLog['sealOf'] = async (db, streamId) => {
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
  }
  return {
    append: (trx, writes) => append(context, trx, writes),
    reader: (db) => eventReader(context, db),
    sealOf,
    ensureSeal: async (trx, streamId) => {
      const known = await sealOf(trx, streamId)
      if (known !== undefined) return known
      // If an append creates the key at the same moment, this waits for it and finds its key.
      await sql`
        insert into stream_key (stream_id, wrapped_key)
        select ${streamId}, ${context.vault.newKey(streamId)} where not ${isErased(sql`${streamId}`)}
        on conflict do nothing`.execute(trx)
      return sealOf(trx, streamId)
    },
  }
}

/** The limit of cached events; a follower that is further behind reads the log. */
const eventsMax = 5_000

/**
 * Events that this process has just committed, so that followers of the log don't have to read and decrypt them
 * again. Only runs without gaps are returned: a gap may hold an event of another process.
 */
export class RecentEvents {
  /** One run of gapless events per append, in log order. */
  #runs: { first: number; events: readonly RecordedEvent[] }[] = []
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Call it after the commit, with all events of the append. */
  add(events: readonly RecordedEvent[]): void {
    const [first, last] = [events[0], events.at(-1)]
    if (first === undefined || last === undefined) return
    if (last.globalPosition - first.globalPosition + 1 !== events.length) return
    let at = this.#runs.length
    while (at > 0 && (this.#runs[at - 1]?.first ?? 0) > first.globalPosition) at -= 1
    this.#runs.splice(at, 0, { first: first.globalPosition, events })
    this.#size += events.length
    while (this.#size > eventsMax) this.#size -= this.#runs.shift()?.events.length ?? this.#size
  }

  /** The events after a position in the log; empty if they might be incomplete. */
  after(position: number, limit: number): RecordedEvent[] {
    const found: RecordedEvent[] = []
    let next = position + 1
    for (const { first, events } of this.#runs) {
      if (first + events.length <= next) continue
      if (first > next) break
      for (const event of events.slice(next - first, next - first + limit - found.length)) found.push(event)
      next = first + events.length
      if (found.length === limit) break
    }
    return found
  }

  /** Drops all events up to a position. */
  forget(upTo: number): void {
    while ((this.#runs[0]?.events.at(-1)?.globalPosition ?? Number.POSITIVE_INFINITY) <= upTo) {
      this.#size -= this.#runs.shift()?.events.length ?? 0
    }
  }
}
