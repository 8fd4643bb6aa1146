import { DomainError } from '@rehearse/contracts'
import { sql, type Transaction } from 'kysely'
import type { RecordedEvent, StreamWrite } from './event.ts'
import type { EventTables } from './event-tables.ts'

/** The Postgres channel on which appends are announced. */
export const eventLogChannel = 'event_log'

/**
 * Appends events to any number of streams, all or nothing, within the caller's transaction.
 *
 * Writers take one advisory lock from here to their commit. So positions are given out in the order of commits, and
 * a reader that has seen position n will never find a smaller one later. Append as late in a transaction as you can.
 *
 * Idempotent by event id: a write whose events are all recorded already changes nothing and gives back an empty list
 * for that stream.
 *
 * @returns the events as recorded, in order
 * @throws {DomainError} conflict, `expected_version_mismatch`, when a stream is not at its expected version
 */
export async function append<Tables extends EventTables>(
  trx: Transaction<Tables>,
  writes: readonly StreamWrite[],
): Promise<RecordedEvent[]> {
  const rows = writes.flatMap((write) =>
    write.events.map((event, index) => ({
      ...event,
      streamId: write.streamId,
      expectedVersion: write.expectedVersion,
      streamVersion: write.expectedVersion + index + 1,
    })),
  )
  if (rows.length === 0) return []
  await sql`select pg_advisory_xact_lock(hashtext('event_log'))`.execute(trx)
  const inserted = await sql<{ event_id: string; global_position: number; recorded_at: Date }>`
    insert into event (stream_id, stream_version, event_id, type, schema_version, data, metadata)
    select stream_id, stream_version, event_id, type, schema_version, data::jsonb, metadata::jsonb
    from unnest(
      ${rows.map((row) => row.streamId)}::text[],
      ${rows.map((row) => row.expectedVersion)}::int[],
      ${rows.map((row) => row.streamVersion)}::int[],
      ${rows.map((row) => row.eventId)}::uuid[],
      ${rows.map((row) => row.type)}::text[],
      ${rows.map((row) => row.schemaVersion)}::smallint[],
      ${rows.map((row) => JSON.stringify(row.data))}::text[],
      ${rows.map((row) => JSON.stringify(row.metadata))}::text[]
    ) with ordinality
      as new(stream_id, expected_version, stream_version, event_id, type, schema_version, data, metadata, position)
    where expected_version = coalesce(
      (select max(head.stream_version) from event head where head.stream_id = new.stream_id), 0)
    order by position
    on conflict (event_id) do nothing
    returning event_id, global_position, recorded_at, pg_notify(${eventLogChannel}, '')`.execute(trx)

  const recorded = new Map(inserted.rows.map((row) => [row.event_id, row]))
  if (recorded.size < rows.length) await refuseUnlessRepeated(trx, writes, recorded)
  return rows.flatMap(({ expectedVersion: _, ...row }) => {
    const place = recorded.get(row.eventId)
    if (place === undefined) return []
    return [{ ...row, globalPosition: place.global_position, recordedAt: place.recorded_at }]
  })
}

/** A stream that took none of its events is fine if it holds them all already; everything else is a lost race. */
async function refuseUnlessRepeated<Tables extends EventTables>(
  trx: Transaction<Tables>,
  writes: readonly StreamWrite[],
  recorded: ReadonlyMap<string, unknown>,
): Promise<void> {
  const missing = writes.filter((write) => write.events.some((event) => !recorded.has(event.eventId)))
  const ids = missing.flatMap((write) => write.events.map((event) => event.eventId))
  const { rows } = await sql<{ event_id: string; stream_id: string }>`
    select event_id, stream_id from event where event_id = any(${ids}::uuid[])`.execute(trx)
  const homes = new Map(rows.map((row) => [row.event_id, row.stream_id]))
  for (const write of missing) {
    const repeated = write.events.every(
      (event) => homes.get(event.eventId) === write.streamId && !recorded.has(event.eventId),
    )
    if (!repeated) throw lostRace(write)
  }
}

function lostRace(write: StreamWrite): DomainError {
  return new DomainError({
    kind: 'conflict',
    code: 'expected_version_mismatch',
    message: 'Somebody else changed this at the same time, please try again',
    details: [{ path: write.streamId, message: `is not at version ${write.expectedVersion}` }],
  })
}
