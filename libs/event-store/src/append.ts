import { DomainError } from '@rehearse/contracts'
import { sql, type Transaction } from 'kysely'
import type { EventLogContext, EventTables, RecordedEvent, StreamWrite } from './event.ts'
import { isErased, splitPersonal } from './event.ts'
import type { StreamSeal } from './vault.ts'

/** The Postgres channel on which appends are announced. */
export const eventLogChannel = 'event_log'

/**
 * Appends events to any number of streams, all or nothing, within the caller's transaction. The fields that the
 * catalog marks as personal are encrypted with the stream's key, which is created with its first event.
 *
 * Writers hold one advisory lock from here to their commit, so positions are assigned in commit order, and a reader
 * that has seen position n will never find a smaller one later. Append as late in a transaction as possible.
 *
 * Idempotent by event id: a write whose events are all recorded already changes nothing and returns an empty list for
 * that stream.
 *
 * @returns the events as recorded, in order
 * @throws {DomainError} conflict, `expected_version_mismatch`, when a stream is not at its expected version, or its
 *   key or the read models have changed since the writer read them; read again and retry
 */
export async function append<Tables extends EventTables>(
  context: EventLogContext,
  trx: Transaction<Tables>,
  writes: readonly StreamWrite[],
): Promise<RecordedEvent[]> {
  const rows = writes.flatMap((write) =>
    write.events.map((event, index) => ({
      ...event,
      streamId: write.streamId,
      expectedVersion: write.expectedVersion,
      streamVersion: write.expectedVersion + index + 1,
      hasKey: write.wrappedKey !== null,
      generation: write.generation ?? null,
    })),
  )
  if (rows.length === 0) return []
  const { parts, newKeys } = sealAll(context, writes)
  // These statements are sent without awaiting each one: a connection that pipelines sends them together.
  const locked =
    sql`select pg_advisory_xact_lock(hashtext('event_log')), pg_notify(${eventLogChannel}, '')`.execute(trx)
  const keysStored = storeKeys(trx, newKeys)
  const inserting = sql<{ event_id: string; global_position: number; recorded_at: Date }>`
    insert into event (stream_id, stream_version, event_id, type, schema_version, data, personal, metadata)
    select stream_id, stream_version, event_id, type, schema_version, data, personal, metadata
    from rows from (unnest(
      ${rows.map((row) => row.streamId)}::text[],
      ${rows.map((row) => row.expectedVersion)}::int[],
      ${rows.map((row) => row.streamVersion)}::int[],
      ${rows.map((row) => row.eventId)}::uuid[],
      ${rows.map((row) => row.type)}::text[],
      ${rows.map((row) => row.schemaVersion)}::smallint[],
      ${parts.map((part) => part.personal)}::bytea[],
      ${rows.map((row) => row.hasKey)}::boolean[],
      ${rows.map((row) => row.generation)}::int[]
    ),
      jsonb_array_elements(${JSON.stringify(parts.map((part) => part.clear))}::jsonb),
      jsonb_array_elements(${JSON.stringify(rows.map((row) => row.metadata))}::jsonb)
    ) with ordinality as new (stream_id, expected_version, stream_version, event_id, type, schema_version, personal,
      has_key, generation, data, metadata, position)
    -- With the first of a stream's events the others stand or fall: a write is taken whole or not at all.
    where stream_version > expected_version + 1 or (
      expected_version = coalesce(
        (select max(head.stream_version) from event head where head.stream_id = new.stream_id), 0)
      and case when has_key
        then exists (select from stream_key where stream_key.stream_id = new.stream_id)
        else not ${isNewErased}
      end
      and (new.generation is null or new.generation = (select generation from read_model)))
    order by position
    on conflict (event_id) do nothing
    returning event_id, global_position, recorded_at`.execute(trx)
  const [inserted] = await awaitAllSettled([inserting, keysStored, locked]).catch((error: unknown) => {
    throw isVersionTaken(error)
      ? lostRace(writes[0]?.streamId ?? '', 'or another is at another version')
      : error
  })

  const recorded = new Map(inserted.rows.map((row) => [row.event_id, row]))
  if (recorded.size < rows.length) await refuseUnlessRepeated(trx, writes, recorded)
  return rows.flatMap(({ expectedVersion: _, hasKey: __, generation: ___, ...row }) => {
    const place = recorded.get(row.eventId)
    if (place === undefined) return []
    return [{ ...row, globalPosition: place.global_position, recordedAt: place.recorded_at, shredded: false }]
  })
}

/** Makes the caller's transaction the only writer of the log until it ends. */
export async function lockLog<Tables>(trx: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('event_log'))`.execute(trx)
}

/** The two parts of each event's data, in order, as stored, and the keys created for them. */
function sealAll(
  { catalog, vault }: EventLogContext,
  writes: readonly StreamWrite[],
): { parts: { clear: object; personal: Buffer | null }[]; newKeys: Map<string, Buffer> } {
  const newKeys = new Map<string, Buffer>()
  const parts = writes.flatMap((write) => {
    let seal: StreamSeal | undefined
    const openSeal = () => {
      const wrappedKey = write.wrappedKey ?? vault.newKey(write.streamId)
      if (write.wrappedKey === null) newKeys.set(write.streamId, wrappedKey)
      return vault.unwrap(write.streamId, wrappedKey)
    }
    return write.events.map((event) => {
      const definition = catalog[event.type]
      if (definition === undefined) throw new Error(`the catalog knows no event type ${event.type}`)
      const { clear, personal } = splitPersonal(event.data, definition.personal)
      if (personal !== null) seal ??= openSeal()
      return { clear, personal: personal && seal ? seal.close(event.eventId, personal) : null }
    })
  })
  return { parts, newKeys }
}

const isNewErased = isErased(sql`new.stream_id`)

async function storeKeys<Tables extends EventTables>(
  trx: Transaction<Tables>,
  keys: ReadonlyMap<string, Buffer>,
): Promise<void> {
  if (keys.size === 0) return
  const { rows } = await sql<{ stream_id: string }>`
    insert into stream_key (stream_id, wrapped_key)
    select stream_id, wrapped_key
    from unnest(${[...keys.keys()]}::text[], ${[...keys.values()]}::bytea[]) as new(stream_id, wrapped_key)
    where not ${isNewErased}
    on conflict do nothing
    returning stream_id`.execute(trx)
  const stored = new Set(rows.map((row) => row.stream_id))
  for (const streamId of keys.keys()) {
    if (!stored.has(streamId)) throw lostRace(streamId, 'has got another key, or none any more')
  }
}

/**
 * If a stream accepted none of its events, that is fine when it already holds all of them; anything else is a lost
 * race.
 */
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
    if (!repeated) throw lostRace(write.streamId, `is not at version ${write.expectedVersion}`)
  }
}

/** The insert skips conflicts on the event id, and positions are unique, so only the version can conflict. */
const isVersionTaken = (error: unknown) => (error as { code?: unknown } | null)?.code === '23505'

function lostRace(streamId: string, message: string): DomainError {
  return new DomainError({
    kind: 'conflict',
    code: 'expected_version_mismatch',
    message: 'Someone else changed this at the same time, please try again',
    details: [{ path: streamId, message }],
  })
}

/**
 * Like `Promise.all` for the statements of a transaction. Rejects only after all of them have settled: a statement
 * that continued after the rollback would run in its own transaction and be committed. Rejects with the error that
 * aborted the transaction, not with that of a statement sent after it.
 */
export async function awaitAllSettled<Results extends readonly unknown[]>(
  begun: {
    [Place in keyof Results]: Promise<Results[Place]>
  },
): Promise<Results> {
  const settled = await Promise.allSettled(begun as readonly Promise<unknown>[])
  const failed = settled.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason)
  if (failed.length > 0) throw failed.find((error) => !isAfterAbort(error)) ?? failed[0]
  return settled.map((outcome) => outcome.status === 'fulfilled' && outcome.value) as unknown as Results
}

/** PostgreSQL's in_failed_sql_transaction: a statement before it has failed. */
const isAfterAbort = (error: unknown) => (error as { code?: unknown } | null)?.code === '25P02'

/**
 * Erases the personal data in a stream permanently: its key is destroyed, and the stream accepts no more events. The
 * events stay, without their personal part. Serialized with appends and with readers that follow the log, so that no
 * event slips in. Idempotent.
 */
export async function eraseStream<Tables extends EventTables>(
  trx: Transaction<Tables>,
  streamId: string,
): Promise<void> {
  await lockLog(trx)
  // Followers of the log may be folding events that they could still decrypt: wait for their rows, which are deleted
  // afterwards.
  await sql`lock table checkpoint in share row exclusive mode`.execute(trx)
  await sql`delete from stream_key where stream_id = ${streamId}`.execute(trx)
  await sql`
    insert into erased_stream (stream_hash) values (sha256(convert_to(${streamId}, 'UTF8')))
    on conflict do nothing`.execute(trx)
}
