/** What caused an event, beside the fact itself. */
export interface EventMetadata {
  correlationId: string | null
  causationId: string | null
}

/** A fact that is about to be recorded. */
export interface NewEvent<Type extends string = string, Data extends object = object> {
  /** Names the fact: recorded twice under one id, it is recorded once. */
  eventId: string
  type: Type
  /** Version of the shape of `data`, from 1. */
  schemaVersion: number
  data: Data
  metadata: EventMetadata
}

/** A fact as the log gives it back. */
export interface RecordedEvent<Type extends string = string, Data extends object = object>
  extends NewEvent<Type, Data> {
  streamId: string
  /** Position in its stream, from 1, without gaps. */
  streamVersion: number
  /** Position in the whole log: rises in the order of commits; may have gaps. */
  globalPosition: number
  recordedAt: Date
}

/** Events for one stream, with the version the writer believes it has (0: it does not exist yet). */
export interface StreamWrite {
  streamId: string
  expectedVersion: number
  events: readonly NewEvent[]
}
