import { BOOKMARKS_MAX, type Bookmark } from '@rehearse/contracts'
import { type Kysely, sql } from 'kysely'
import type { ProgressTables } from '../db/tables.ts'

type Db = Kysely<ProgressTables>

/** A page of a learner's bookmarks, newest first, and how many there are in all. */
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
      select count(*)::int as count from learner_bookmark where learner_id = ${learnerId}`.execute(db),
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

/** Keeps a bookmark while there is room; one that is there already stays as it is. */
export async function storeBookmark(db: Db, learnerId: string, questionId: string): Promise<void> {
  await sql`
    insert into learner_bookmark (learner_id, question_id)
    select ${learnerId}, ${questionId}
    where (select count(*) from learner_bookmark where learner_id = ${learnerId}) < ${BOOKMARKS_MAX}
    on conflict do nothing`.execute(db)
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
  cross join lateral (
    select title, category, difficulty from answer_key
    where answer_key.question_id = learner_bookmark.question_id
    order by version desc limit 1) as question`

const toBookmark = (row: BookmarkRow): Bookmark => ({ ...row, createdAt: row.createdAt.toISOString() })
