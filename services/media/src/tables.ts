import { join } from 'node:path'
import type { AudioType } from '@rehearse/contracts'
import type { IdempotencyTables, MessagingTables } from '@rehearse/service-kit'
import type { ColumnType, Generated, Kysely, Transaction } from 'kysely'

/** Folders of migrations, in the order in which they run. */
export const migrations: readonly string[] = [join(import.meta.dirname, 'migrations')]

export interface Tables extends MessagingTables, IdempotencyTables {
  audio_file: {
    name: string
    mime_type: string
    bytes: number
    duration_seconds: number | null
    stored_at: Generated<Date>
    unused_since: Date | null
  }
  audio_attachment: {
    question_id: string
    type: AudioType
    file_name: string
    attached_by: string
    attached_at: Date
  }
  image: {
    id: string
    digest: Buffer
    alt: string
    file_name: string
    width: number
    height: number
    bytes: number
    removed: string[]
    uploaded_by: string
    uploaded_at: Generated<Date>
    deleted_at: ColumnType<Date | null, undefined, Date | null>
    deleted_by: ColumnType<string | null, undefined, string | null>
  }
  image_file: { name: string; image_id: string; mime_type: string; width: number; bytes: number }
  audio_deletion: {
    id: Generated<string>
    question_id: string
    type: AudioType
    file_name: string
    title: string
    deleted_by: string
    deleted_at: Date
  }
  known_question: { question_id: string; version: number; deleted_at: Date | null }
}

export type Db = Kysely<Tables>
export type Trx = Transaction<Tables>
