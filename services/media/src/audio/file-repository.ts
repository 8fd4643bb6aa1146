import { sql } from 'kysely'
import type { Trx } from '../tables.ts'

export interface AudioFile {
  name: string
  mimeType: string
  bytes: number
  durationSeconds: number | null
}

/** Until the transaction ends nobody else stores or removes this file. */
export async function lockFile(trx: Trx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx)
}

export async function insertFile(trx: Trx, file: AudioFile): Promise<void> {
  await trx
    .insertInto('audio_file')
    .values({
      name: file.name,
      mime_type: file.mimeType,
      bytes: file.bytes,
      duration_seconds: file.durationSeconds,
      unused_since: null,
    })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ unused_since: null }))
    .execute()
}
