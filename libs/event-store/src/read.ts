import { type Kysely, type Selectable, sql } from 'kysely'
import type { EventCatalog, EventLogContext, EventTables, RecordedEvent, StreamHead } from './event.ts'
import { isErased, splitPersonal } from './event.ts'
import type { StreamSeal } from './vault.ts'

type Row = Selectable<EventTables['event']> & { wrapped_key: Buffer | null; is_erased: boolean }

/** A range of the log, ordered by stream. */
export interface StreamSpan {
  after: { streamId: string; version: number }
  before: string | null
  upTo: number
  limit: number
}

/** The result of `readUnfolded`. */
export interface Unfolded {
  /** By reader, the global position of the last event it handled. */
  places: ReadonlyMap<string, number>
  events: readonly RecordedEvent[]
  /** If false, the readers are too far behind, and the events are incomplete. */
  isComplete: boolean
}

export type EventReader = ReturnType<typeof eventReader>

/** Reads the log. Events are upcast to the newest schema and decrypted if their key still exists. */
export function eventReader<Tables extends EventTables>(context: EventLogContext, database: Kysely<Tables>) {
  const db = database as unknown as Kysely<EventTables>
  const events = () =>
    db
      .selectFrom('event')
      .leftJoin('stream_key', 'stream_key.stream_id', 'event.stream_id')
      .selectAll('event')
      .select([
        'stream_key.wrapped_key',
        sql<boolean>`stream_key.wrapped_key is null and ${isErased(sql`event.stream_id`)}`.as('is_erased'),
      ])
  return {
    /**
     * Events of the whole log after a position, in commit order.
     * @param after global position; 0 for the beginning
     */
    async readAll(after: number, limit: number): Promise<RecordedEvent[]> {
      const rows = await events()
        .where('global_position', '>', after)
        .orderBy('global_position')
        .limit(limit)
        .execute()
      return openAll(context, rows)
    },

    /** The same without personal data, for publishing outside the service. */
    async readAllClear(after: number, limit: number): Promise<RecordedEvent[]> {
      const rows = await db
        .selectFrom('event')
        .selectAll()
        .where('global_position', '>', after)
        .orderBy('global_position')
        .limit(limit)
        .execute()
      return rows.map((row) => withoutPersonal(context, toRecorded(row)))
    },

    /** Events of one stream from a version on, oldest first. */
    async readStream(streamId: string, fromVersion = 1, limit = 10_000): Promise<RecordedEvent[]> {
      const rows = await events()
        .where('event.stream_id', '=', streamId)
        .where('stream_version', '>=', fromVersion)
        .orderBy('stream_version')
        .limit(limit)
        .execute()
      return openAll(context, rows)
    },

    /**
     * Events of many streams, one stream after the other, each oldest first, up to a log position. Reads the keys of
     * the streams once each.
     * @param before the first stream to exclude; null for no limit
     */
    async readStreams({ after, before, upTo, limit }: StreamSpan): Promise<RecordedEvent[]> {
      const { rows } = await sql<Selectable<EventTables['event']>>`
        select * from event
        where stream_id >= ${after.streamId} and (stream_id, stream_version) > (${after.streamId}, ${after.version})
          and (${before}::text is null or stream_id < ${before}) and global_position <= ${upTo}
        order by stream_id, stream_version limit ${limit}`.execute(db)
      // Read after the events: a key that was deleted by now may not be used anymore.
      const keys = await readKeys(db, new Set(rows.map((row) => row.stream_id)))
      return openAll(
        context,
        rows.map((row) => ({ ...row, ...(keys.get(row.stream_id) ?? noKey) })),
      )
    },

    /**
     * Events of some streams that not all readers of the log have handled, in log order, with the position of each
     * reader. In a snapshot that also reads what a reader has stored, nothing is missing or duplicated.
     * @param limit if more events of any stream than this follow the slowest reader, the result is incomplete: see
     *   `isComplete`
     */
    async readUnfolded(
      readers: readonly string[],
      streamIds: readonly string[],
      limit: number,
    ): Promise<Unfolded> {
      const slowest = sql`(
        select case when count(*) < ${readers.length} then 0 else min(position) end
        from checkpoint where name = any(${readers}::text[]))`
      const [places, { rows }] = await Promise.all([
        sql<{ name: string; position: number; end: number }>`
          select name, coalesce(position, 0)::float8 as position,
            (select coalesce(max(global_position), 0)::float8 from event) as end
          from unnest(${readers}::text[]) as readers (name) left join checkpoint using (name)`.execute(db),
        sql<Row>`
          select newest.*, wrapped_key, wrapped_key is null and ${isErased(sql`newest.stream_id`)} as is_erased
          from (
            select * from event where global_position > ${slowest} order by global_position limit ${limit}
          ) as newest
          left join stream_key on stream_key.stream_id = newest.stream_id
          where newest.stream_id = any(${streamIds}::text[])
          order by global_position`.execute(db),
      ])
      const [end = 0] = places.rows.map((row) => row.end)
      const positions = places.rows.map(({ position }) => position)
      return {
        places: new Map(places.rows.map(({ name, position }) => [name, position])),
        events: openAll(context, rows),
        isComplete: end - Math.min(end, ...positions) <= limit,
      }
    },

    /** Events of one stream and some types, newest first. */
    async readStreamBackwards(
      streamId: string,
      types: string | readonly string[],
      { limit, offset = 0 }: { limit: number; offset?: number },
    ): Promise<RecordedEvent[]> {
      const rows = await events()
        .where('event.stream_id', '=', streamId)
        .where('type', 'in', [types].flat())
        .orderBy('stream_version', 'desc')
        .limit(limit)
        .offset(offset)
        .execute()
      return openAll(context, rows)
    },

    /** Events by their ids, in no particular order; unknown ids are left out. */
    async readById(eventIds: readonly string[]): Promise<RecordedEvent[]> {
      const rows = await events().where('event_id', '=', sql<string>`any(${eventIds}::uuid[])`).execute()
      return openAll(context, rows)
    },

    /** The position of each stream, as `append` expects it. */
    async heads(streamIds: readonly string[]): Promise<Map<string, StreamHead>> {
      const { rows } = await sql<StreamHead & { id: string }>`
        select id, wrapped_key as "wrappedKey",
          coalesce((select max(stream_version) from event where event.stream_id = id), 0) as version,
          wrapped_key is null and ${isErased(sql`id`)} as "isErased",
          (select generation from read_model) as generation
        from unnest(${streamIds}::text[]) as streams(id)
        left join stream_key on stream_key.stream_id = id`.execute(db)
      return new Map(rows.map(({ id, ...head }) => [id, head]))
    },
  }
}

const noKey = { wrapped_key: null, is_erased: false }

async function readKeys(
  db: Kysely<EventTables>,
  streamIds: ReadonlySet<string>,
): Promise<Map<string, Pick<Row, 'wrapped_key' | 'is_erased'>>> {
  const { rows } = await sql<{ id: string } & Pick<Row, 'wrapped_key' | 'is_erased'>>`
    select id, wrapped_key, wrapped_key is null and ${isErased(sql`id`)} as is_erased
    from unnest(${[...streamIds]}::text[]) as streams(id)
    left join stream_key on stream_key.stream_id = id`.execute(db)
  return new Map(rows.map(({ id, ...key }) => [id, key]))
}

/** Decrypts a batch: each stream's key is unwrapped once, and discarded with the batch. */
function openAll(context: EventLogContext, rows: readonly Row[]): RecordedEvent[] {
  const seals = new Map<string, StreamSeal>()
  return rows.map((row) => {
    if (row.is_erased) return { ...withoutPersonal(context, toRecorded(row)), shredded: true }
    // Written without personal data, or before its type had any: there is nothing to decrypt.
    if (row.personal !== null && row.wrapped_key !== null) {
      let seal = seals.get(row.stream_id)
      if (seal === undefined) {
        seal = context.vault.unwrap(row.stream_id, row.wrapped_key)
        seals.set(row.stream_id, seal)
      }
      // No one else uses this row, so it can be changed in place.
      Object.assign(row.data, seal.open(row.event_id, row.personal))
    }
    return upcast(toRecorded(row), context.catalog)
  })
}

/** For an old event that was stored in one piece, fields that are personal today are left out as well. */
function withoutPersonal({ catalog }: EventLogContext, recorded: RecordedEvent): RecordedEvent {
  const event = upcast(recorded, catalog)
  return { ...event, data: splitPersonal(event.data, catalog[event.type]?.personal ?? []).clear }
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
    shredded: false,
  }
}

/** The event in the newest schema of its type; a type that is no longer known is returned unchanged. */
function upcast<Event extends { type: string; schemaVersion: number; data: object }>(
  event: Event,
  catalog: EventCatalog,
): Event {
  const upcasters = catalog[event.type]?.upcasters ?? []
  if (event.schemaVersion > upcasters.length) return event
  const steps = upcasters.slice(event.schemaVersion - 1)
  return {
    ...event,
    data: steps.reduce((data, step) => step(data), event.data),
    schemaVersion: event.schemaVersion + steps.length,
  }
}
