import { type Kysely, type Selectable, sql } from 'kysely'
import type { RecordedEvent } from './event.ts'
import type { EventTables } from './event-tables.ts'

/** Reads the log. Give it a transaction to read what that transaction has written. */
export function eventReader<Tables extends EventTables>(database: Kysely<Tables>) {
  const db = database as unknown as Kysely<EventTables>
  return {
    /**
     * Events of the whole log after a position, in commit order.
     * @param after global position; 0 for the beginning
     */
    async readAll(after: number, limit: number): Promise<RecordedEvent[]> {
      const rows = await db
        .selectFrom('event')
        .selectAll()
        .where('global_position', '>', after)
        .orderBy('global_position')
        .limit(limit)
        .execute()
      return rows.map(toRecorded)
    },

    /** Events of one stream from a version on, oldest first. */
    async readStream(streamId: string, fromVersion = 1, limit = 10_000): Promise<RecordedEvent[]> {
      const rows = await db
        .selectFrom('event')
        .selectAll()
        .where('stream_id', '=', streamId)
        .where('stream_version', '>=', fromVersion)
        .orderBy('stream_version')
        .limit(limit)
        .execute()
      return rows.map(toRecorded)
    },

    /** Events of one stream and type, newest first. */
    async readStreamBackwards(
      streamId: string,
      type: string,
      { limit, offset = 0 }: { limit: number; offset?: number },
    ): Promise<RecordedEvent[]> {
      const rows = await db
        .selectFrom('event')
        .selectAll()
        .where('stream_id', '=', streamId)
        .where('type', '=', type)
        .orderBy('stream_version', 'desc')
        .limit(limit)
        .offset(offset)
        .execute()
      return rows.map(toRecorded)
    },

    /** Events by their ids, in no particular order; unknown ids are left out. */
    async readById(eventIds: readonly string[]): Promise<RecordedEvent[]> {
      const rows = await sql<Selectable<EventTables['event']>>`
        select * from event where event_id = any(${eventIds}::uuid[])`.execute(db)
      return rows.rows.map(toRecorded)
    },

    /** The current version of each stream; 0 for one that does not exist. */
    async streamVersions(streamIds: readonly string[]): Promise<Map<string, number>> {
      const { rows } = await sql<{ id: string; version: number }>`
        select id, coalesce((select max(stream_version) from event where stream_id = id), 0) as version
        from unnest(${streamIds}::text[]) as streams(id)`.execute(db)
      return new Map(rows.map((row) => [row.id, row.version]))
    },
  }
}

function toRecorded(row: Selectable<EventTables['event']>): RecordedEvent {
  return {
    eventId: row.event_id,
    type: row.type,
    schemaVersion: row.schema_version,
    data: row.data,
    streamId: row.stream_id,
    streamVersion: row.stream_version,
    globalPosition: row.global_position,
    metadata: row.metadata,
    recordedAt: row.recorded_at,
  }
}
