/** What caused an event, beside the fact itself. */
export interface EventMetadata {
  correlationId: string | null
  causationId: string | null
  /** Its place in a trace, where there is one (W3C Trace Context). */
  traceparent?: string
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
  /** Its personal part can not be read any more: `data` holds what concerns no person, and nothing else. */
  shredded: boolean
}

/** Where a stream stands, as its next writer must know it. */
export interface StreamHead {
  /** 0: it does not exist yet. */
  version: number
  /** The key that seals its personal parts; null before the first of them. */
  wrappedKey: Buffer | null
  /** It was erased and takes no events any more. */
  isErased: boolean
  /** Of the read models, as they were then: see `promote`. */
  generation?: number
}

/** Events for one stream, with the version and the key the writer believes it has. */
export interface StreamWrite {
  streamId: string
  expectedVersion: number
  wrappedKey: Buffer | null
  /** Of the read models that the writer has decided by, if it has. */
  generation?: number | undefined
  events: readonly NewEvent[]
}
