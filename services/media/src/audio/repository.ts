import type { AudioPlace, AudioType, QuestionMessage } from '@rehearse/contracts'
import { sql } from 'kysely'
import type { Db, Trx } from '../tables.ts'

export interface StoredAudio extends AudioFile {
  storedAt: Date
}

/**
 * Sets the file of a question and replaces the previous one.
 * @returns the revision of the change; undefined if the question had that file already
 */
export async function attach(trx: Trx, place: AudioPlace, by: string, at: Date): Promise<number | undefined> {
  const { rows } = await sql<{ revision: number }>`
    insert into audio_attachment as old (question_id, type, file_name, attached_by, attached_at)
    values (${place.questionId}, ${place.type}, ${place.name}, ${by}, ${at})
    on conflict (question_id, type) do update
      set file_name = excluded.file_name, attached_by = excluded.attached_by, attached_at = excluded.attached_at
      where old.file_name <> excluded.file_name
    returning nextval('audio_revision') as revision`.execute(trx)
  return rows[0]?.revision
}

/** @returns the revision; undefined if the question has no such file */
export async function detach(trx: Trx, place: AudioPlace): Promise<number | undefined> {
  const { rows } = await sql<{ revision: number }>`
    delete from audio_attachment
    where question_id = ${place.questionId} and type = ${place.type} and file_name = ${place.name}
    returning nextval('audio_revision') as revision`.execute(trx)
  return rows[0]?.revision
}

/** Records that an admin deleted the audio of a question, so that it can be restored. */
export async function recordDeletion(
  trx: Trx,
  { questionId, type, name }: AudioPlace,
  { title, by, at }: { title: string; by: string; at: Date },
): Promise<void> {
  await sql`
    insert into audio_deletion (question_id, type, file_name, title, deleted_by, deleted_at)
    values (${questionId}, ${type}, ${name}, ${title}, ${by}, ${at})
    on conflict (question_id, type, file_name) do update
      set title = excluded.title, deleted_by = excluded.deleted_by, deleted_at = excluded.deleted_at`.execute(
    trx,
  )
}

/** Forgets deletions that can't be undone any more: from then on their files are unused. */
export async function forgetDeletions(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('audio_deletion').where('deleted_at', '<', before).execute()
}

/** Detaches up to `limit` audio files of questions that were deleted before a time. */
export async function detachDeletedAudio(trx: Trx, before: Date, limit: number) {
  const { rows } = await sql<{ question_id: string; type: AudioType; file_name: string; revision: number }>`
    delete from audio_attachment where (question_id, type) in (
      select question_id, type from audio_attachment join known_question using (question_id)
      where deleted_at < ${before} order by question_id, type limit ${limit} for update of audio_attachment skip locked
    ) returning question_id, type, file_name, nextval('audio_revision') as revision`.execute(trx)
  return rows.map((row) => ({
    place: { questionId: row.question_id, type: row.type, name: row.file_name },
    revision: row.revision,
  }))
}

/** The audio of a question, unless the question is deleted. */
export async function findAudio(db: Db, place: AudioPlace): Promise<StoredAudio | undefined> {
  const row = await db
    .selectFrom('audio_attachment')
    .innerJoin('audio_file', 'audio_file.name', 'audio_attachment.file_name')
    .innerJoin('known_question', 'known_question.question_id', 'audio_attachment.question_id')
    .select(['name', 'mime_type', 'bytes', 'duration_seconds', 'stored_at'])
    .where('audio_attachment.question_id', '=', place.questionId)
    .where('audio_attachment.type', '=', place.type)
    .where('audio_attachment.file_name', '=', place.name)
    .where('known_question.deleted_at', 'is', null)
    .executeTakeFirst()
  return (
    row && {
      name: row.name,
      mimeType: row.mime_type,
      bytes: row.bytes,
      durationSeconds: row.duration_seconds,
      storedAt: row.stored_at,
    }
  )
}

export interface AudioFile {
  name: string
  mimeType: string
  bytes: number
  durationSeconds: number | null
}

/** Until the transaction ends, no other request stores or removes this file. */
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

/** Stores which questions exist, from events in any order: the newest version counts. */
export async function storeQuestions(trx: Trx, messages: readonly QuestionMessage[]): Promise<void> {
  const rows = messages.map(({ type, data, occurredAt }) => ({
    question_id: data.questionId,
    version: data.version,
    deleted_at: type === 'QuestionDeleted' ? occurredAt : null,
  }))
  await sql`
    insert into known_question (question_id, version, deleted_at)
    select distinct on (question_id) question_id, version, deleted_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given (question_id uuid, version integer, deleted_at timestamptz)
    order by question_id, version desc
    on conflict (question_id) do update set version = excluded.version, deleted_at = excluded.deleted_at
    where known_question.version < excluded.version`.execute(trx)
}

export async function isQuestion(db: Db, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('known_question')
    .select('question_id')
    .where('question_id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

/** Marks files that no question uses, and none can get back, with the time when this was first noticed. */
export async function markUnused(db: Db, now: Date): Promise<void> {
  await sql`
    update audio_file set unused_since = ${now} where unused_since is null
      and not exists (select from audio_attachment where file_name = name)
      and not exists (select from audio_deletion where file_name = name)`.execute(db)
}

export async function findUnusedBefore(db: Db, moment: Date): Promise<string[]> {
  const rows = await db.selectFrom('audio_file').select('name').where('unused_since', '<', moment).execute()
  return rows.map(({ name }) => name)
}

/** @returns whether the file has no row anymore */
export async function deleteUnused(trx: Trx, name: string, before: Date): Promise<boolean> {
  await sql`
    delete from audio_file where name = ${name} and unused_since < ${before}
      and not exists (select from audio_attachment where file_name = name)
      and not exists (select from audio_deletion where file_name = name)`.execute(trx)
  const known = await trx.selectFrom('audio_file').select('name').where('name', '=', name).executeTakeFirst()
  return known === undefined
}

/** The names among these that have no row. */
export async function findUnknown(db: Db, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) as given (name)
    where not exists (select from audio_file where audio_file.name = given.name)`.execute(db)
  return rows.map(({ name }) => name)
}
