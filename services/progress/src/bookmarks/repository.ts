import {
  BOOKMARKS_MAX,
  type Bookmark,
  NOTES_MAX,
  type Note,
  QUOTAS,
  quotaExceeded,
} from '@rehearse/contracts'
import { sql } from 'kysely'
import { charge } from '../learner-store/usage-repository.ts'
import { newestVisibleVersion } from '../question-copies/question-repository.ts'
import type { Db } from '../tables.ts'

/** A page of a learner's bookmarks, newest first, and their total number. */
export async function readBookmarks(
  db: Db,
  learnerId: string,
  span: { limit: number; offset: number },
): Promise<{ bookmarks: Bookmark[]; totalCount: number }> {
  const [{ rows }, { rows: counts }] = await Promise.all([
    sql<BookmarkRow>`
      ${selectBookmarks} where learner_id = ${learnerId}
      order by created_at desc, question_id limit ${span.limit} offset ${span.offset}`.execute(db),
    sql<{ count: number }>`
      select count(*)::int as count from (${selectBookmarks} where learner_id = ${learnerId}) as bookmark`.execute(
      db,
    ),
  ])
  return { bookmarks: rows.map(toBookmark), totalCount: counts[0]?.count ?? 0 }
}

export async function findBookmark(
  db: Db,
  learnerId: string,
  questionId: string,
): Promise<Bookmark | undefined> {
  const { rows } = await sql<BookmarkRow>`
    ${selectBookmarks} where learner_id = ${learnerId} and question_id = ${questionId}`.execute(db)
  return rows.map(toBookmark)[0]
}

/**
 * Stores a bookmark within the quota; an existing bookmark is left unchanged.
 * @throws {DomainError} conflict, `quota_exceeded`
 */
export async function storeBookmark(db: Db, learnerId: string, questionId: string, at: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Until the transaction ends, no other request stores a bookmark of this learner, so the count below stays valid.
    await charge(trx, learnerId, [{ quota: 'bookmarks', amount: 1, countsInTotal: false }], at)
    await sql`
      insert into learner_bookmark (learner_id, question_id)
      select ${learnerId}, ${questionId}
      where (select count(*) from learner_bookmark where learner_id = ${learnerId}) < ${BOOKMARKS_MAX}
      on conflict do nothing`.execute(trx)
  })
}

export async function removeBookmark(db: Db, learnerId: string, questionId: string): Promise<void> {
  await db
    .deleteFrom('learner_bookmark')
    .where('learner_id', '=', learnerId)
    .where('question_id', '=', questionId)
    .execute()
}

type BookmarkRow = Omit<Bookmark, 'createdAt'> & { createdAt: Date }

const selectBookmarks = sql`
  select question_id as "questionId", title, category, difficulty, created_at as "createdAt"
  from learner_bookmark
  cross join lateral ${newestVisibleVersion('learner_bookmark.question_id')} as question`

const toBookmark = (row: BookmarkRow): Bookmark => ({ ...row, createdAt: row.createdAt.toISOString() })

/** A page of a learner's notes, most recently changed first, and their total number. */
export async function readNotes(
  db: Db,
  learnerId: string,
  span: { limit: number; offset: number },
): Promise<{ notes: Note[]; totalCount: number }> {
  const [{ rows }, { rows: counts }] = await Promise.all([
    sql<NoteRow>`
      ${selectNotes} where learner_id = ${learnerId}
      order by updated_at desc, question_id limit ${span.limit} offset ${span.offset}`.execute(db),
    sql<{ count: number }>`
      select count(*)::int as count from (${selectNotes} where learner_id = ${learnerId}) as note`.execute(
      db,
    ),
  ])
  return { notes: rows.map(toNote), totalCount: counts[0]?.count ?? 0 }
}

export async function findNote(db: Db, learnerId: string, questionId: string): Promise<Note | undefined> {
  const { rows } = await sql<NoteRow>`
    ${selectNotes} where learner_id = ${learnerId} and question_id = ${questionId}`.execute(db)
  return rows.map(toNote)[0]
}

/**
 * Stores a note or replaces it; only a new note is limited by the quota.
 * @returns whether it was stored
 * @throws {DomainError} conflict, `quota_exceeded`
 */
export async function storeNote(
  db: Db,
  learnerId: string,
  questionId: string,
  text: string,
  at: Date,
): Promise<boolean> {
  const amount = Buffer.byteLength(text)
  return db.transaction().execute(async (trx) => {
    // Until the transaction ends, no other request stores a note of this learner, so the counts below stay valid.
    await charge(trx, learnerId, [{ quota: 'note-text', amount, countsInTotal: false }], at)
    const isStored = await upsertNote(trx, learnerId, questionId, text)
    const { rows } = await sql<{ bytes: number }>`
      select coalesce(sum(octet_length(text)), 0)::float8 as bytes
      from learner_note where learner_id = ${learnerId}`.execute(trx)
    if ((rows[0]?.bytes ?? 0) > QUOTAS['note-text'].total) throw quotaExceeded('note-text', 'total')
    return isStored
  })
}

async function upsertNote(db: Db, learnerId: string, questionId: string, text: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into learner_note (learner_id, question_id, text)
    select ${learnerId}, ${questionId}, ${text}
    where (select count(*) from learner_note where learner_id = ${learnerId}) < ${NOTES_MAX}
      or exists (select from learner_note where learner_id = ${learnerId} and question_id = ${questionId})
    on conflict (learner_id, question_id) do update set
      text = excluded.text,
      updated_at = case when learner_note.text = excluded.text then learner_note.updated_at else now() end
    `.execute(db)
  return numAffectedRows === 1n
}

export async function removeNote(db: Db, learnerId: string, questionId: string): Promise<void> {
  await db
    .deleteFrom('learner_note')
    .where('learner_id', '=', learnerId)
    .where('question_id', '=', questionId)
    .execute()
}

type NoteRow = Omit<Note, 'createdAt' | 'updatedAt'> & { createdAt: Date; updatedAt: Date }

const selectNotes = sql`
  select question_id as "questionId", title, text, created_at as "createdAt", updated_at as "updatedAt"
  from learner_note
  cross join lateral ${newestVisibleVersion('learner_note.question_id')} as question`

const toNote = (row: NoteRow): Note => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})
