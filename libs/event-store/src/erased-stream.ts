import { type RawBuilder, sql } from 'kysely'

/** Whether a stream was erased, as a condition. Its name is gone as well: only the hash of that is kept. */
export const isErased = (streamId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  exists (select from erased_stream where stream_hash = sha256(convert_to(${streamId}, 'UTF8')))`
