import { type AudioType, RESTORABLE_FOR, type TrashFile, type TrashFilesQuery } from '@rehearse/contracts'
import { sql } from 'kysely'
import type { Db, Trx } from '../tables.ts'

const deletions = (since: Date) => sql`(
  select id, 'image' as kind, id as entry_id, alt as title, deleted_by, deleted_at
  from image where deleted_at > ${since}
  union all
  select id::text, type || '-audio', question_id::text, title, deleted_by, deleted_at
  from audio_deletion where deleted_at > ${since}) as deletion`

type Row = Omit<TrashFile, 'deletedAt' | 'expiresAt'> & { deletedAt: Date }

/** A page of the images and audio files that can be restored, newest deletion first. */
export async function readTrash(
  db: Db,
  { page, pageSize, kind, search }: TrashFilesQuery,
): Promise<{ items: TrashFile[]; totalCount: number }> {
  const since = new Date(Date.now() - RESTORABLE_FOR)
  const matching = sql`
    (${kind ?? null}::text is null or kind = ${kind ?? null})
    and (${search ?? null}::text is null or strpos(lower(title), lower(${search ?? null})) > 0)`
  const [{ rows }, { rows: counts }] = await Promise.all([
    sql<Row>`
      select id, kind, entry_id as "entryId", title, deleted_by as "deletedBy", deleted_at as "deletedAt"
      from ${deletions(since)} where ${matching}
      order by deleted_at desc, id limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db),
    sql<{ count: number }>`select count(*)::int as count from ${deletions(since)} where ${matching}`.execute(
      db,
    ),
  ])
  const items = rows.map((row) => ({
    ...row,
    deletedAt: row.deletedAt.toISOString(),
    expiresAt: new Date(row.deletedAt.getTime() + RESTORABLE_FOR).toISOString(),
  }))
  return { items, totalCount: counts[0]?.count ?? 0 }
}

/** An image, locked until the transaction ends. */
export async function lockImageRow(
  trx: Trx,
  id: string,
): Promise<{ title: string; deletedAt: Date | null } | undefined> {
  const { rows } = await sql<{ title: string; deletedAt: Date | null }>`
    select alt as title, deleted_at as "deletedAt" from image where id = ${id} for update`.execute(trx)
  return rows[0]
}

export interface AudioDeletion {
  questionId: string
  type: AudioType
  name: string
  title: string
  deletedAt: Date
  mimeType: string
  bytes: number
  durationSeconds: number | null
}

/** A deletion of audio with its file, locked until the transaction ends. */
export async function lockAudioDeletion(trx: Trx, id: string): Promise<AudioDeletion | undefined> {
  const { rows } = await sql<AudioDeletion>`
    select question_id as "questionId", type, name, title, deleted_at as "deletedAt", mime_type as "mimeType", bytes,
      duration_seconds as "durationSeconds"
    from audio_deletion join audio_file on name = file_name
    where id::text = ${id} for update of audio_deletion`.execute(trx)
  return rows[0]
}

export async function removeAudioDeletion(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('audio_deletion').where('id', '=', id).execute()
}

/** The audio that a question has now. */
export async function findAttached(
  trx: Trx,
  { questionId, type }: Pick<AudioDeletion, 'questionId' | 'type'>,
): Promise<string | undefined> {
  const row = await trx
    .selectFrom('audio_attachment')
    .select('file_name')
    .where('question_id', '=', questionId)
    .where('type', '=', type)
    .executeTakeFirst()
  return row?.file_name
}
