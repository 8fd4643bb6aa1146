import type { Generated, JSONColumnType } from 'kysely'
import { type RawBuilder, sql } from 'kysely'
import type { Vault } from './vault.ts'

/** What caused an event, in addition to the event itself. */
export interface EventMetadata {
  correlationId: string | null
  causationId: string | null
  /** Its trace context, if any (W3C Trace Context). */
  traceparent?: string
}

/** An event that is about to be recorded. */
export interface NewEvent<Type extends string = string, Data extends object = object> {
  /** Identifies the event: an event with a known id isn't recorded again. */
  eventId: string
  type: Type
  /** Version of the shape of `data`, from 1. */
  schemaVersion: number
  data: Data
  metadata: EventMetadata
}

/** An event as read from the log. */
export interface RecordedEvent<Type extends string = string, Data extends object = object>
  extends NewEvent<Type, Data> {
  streamId: string
  /** Position in its stream, from 1, without gaps. */
  streamVersion: number
  /** Position in the whole log: rises in the order of commits; may have gaps. */
  globalPosition: number
  recordedAt: Date
  /** Its personal part can't be decrypted anymore: `data` holds only the fields that aren't personal. */
  shredded: boolean
}

/** The position of a stream, as its next writer must know it. */
export interface StreamHead {
  /** 0 if the stream doesn't exist yet. */
  version: number
  /** The key that encrypts its personal parts; null before the first of them. */
  wrappedKey: Buffer | null
  /** Whether it was erased and accepts no more events. */
  isErased: boolean
  /** The generation of the read models at that time: see `promote`. */
  generation?: number
}

/** Events for one stream, with the version and the key the writer believes it has. */
export interface StreamWrite {
  streamId: string
  expectedVersion: number
  wrappedKey: Buffer | null
  /** The generation of the read models that the decision was based on, if it was based on any. */
  generation?: number | undefined
  events: readonly NewEvent[]
}

/** SQL condition for whether a stream was erased. Only the hash of its name is kept. */
export const isErased = (streamId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  exists (select from erased_stream where stream_hash = sha256(convert_to(${streamId}, 'UTF8')))`

/**
 * The rules of one kind of stream: its initial state, how an event changes it, and which events follow from a
 * command. All three are pure. `decide` returns `[]` when nothing follows (such as for a repeated command) and throws
 * a DomainError when the command is rejected; `evolve` ignores unknown events.
 */
export interface Decider<State, Command, Event> {
  initialState: State
  evolve(state: State, event: Event): State
  decide(command: Command, state: State): Event[]
}

/**
 * Converts the data of one schema version into that of the next. Pure and total: it never rejects a recorded event.
 */
export type Upcaster = (data: object) => object

/** What the log needs to know about an event type. */
export interface EventDefinition {
  /** The newest schema version, from 1. */
  schemaVersion: number
  /** The fields of `data` that concern the person behind the stream: they are encrypted. */
  personal: readonly string[]
  /** Upcasters from version 1 to 2, 2 to 3, and so on. */
  upcasters: readonly Upcaster[]
}

/** By event type. */
export type EventCatalog = Readonly<Record<string, EventDefinition>>

/** Splits the data of an event into a public and a sealed part; the latter is null if nothing is personal. */
export function splitPersonal(
  data: object,
  personalFields: readonly string[],
): { clear: object; personal: object | null } {
  if (personalFields.length === 0) return { clear: data, personal: null }
  const clear: Record<string, unknown> = {}
  const personal: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(data)) {
    if (personalFields.includes(field)) personal[field] = value
    else clear[field] = value
  }
  return { clear, personal }
}

/** What reading and writing the log requires, in addition to a connection. */
export interface EventLogContext {
  catalog: EventCatalog
  vault: Vault
}

export interface EventTables {
  event: {
    global_position: Generated<number>
    stream_id: string
    stream_version: number
    event_id: string
    type: string
    schema_version: number
    data: JSONColumnType<object>
    /** The encrypted part of the data; null if the event has none. */
    personal: Buffer | null
    metadata: JSONColumnType<EventMetadata>
    recorded_at: Generated<Date>
  }
  stream_key: { stream_id: string; wrapped_key: Buffer; created_at: Generated<Date> }
  erased_stream: { stream_hash: Buffer; erased_at: Generated<Date> }
  read_model: { only_one: Generated<boolean>; generation: number }
  checkpoint: { name: string; position: number; updated_at: Generated<Date> }
}
