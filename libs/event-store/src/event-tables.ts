import type { Generated, JSONColumnType } from 'kysely'
import type { EventMetadata } from './event.ts'

export interface EventTables {
  event: {
    global_position: Generated<number>
    stream_id: string
    stream_version: number
    event_id: string
    type: string
    schema_version: number
    data: JSONColumnType<object>
    /** The sealed part of the data; null where the event has none. */
    personal: Buffer | null
    metadata: JSONColumnType<EventMetadata>
    recorded_at: Generated<Date>
  }
  stream_key: { stream_id: string; wrapped_key: Buffer; created_at: Generated<Date> }
  erased_stream: { stream_hash: Buffer; erased_at: Generated<Date> }
  read_model: { only_one: Generated<boolean>; generation: number }
  checkpoint: { name: string; position: number; updated_at: Generated<Date> }
}
