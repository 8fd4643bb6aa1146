import { BOOKMARKS_MAX, type Bookmark } from '@rehearse/contracts'
import { type Kysely, sql } from 'kysely'
import { charge } from '../learner-store/usage-repository.ts'
import { newestVisibleVersion } from '../question-copies/answer-key-repository.ts'
import type { ProgressTables } from '../tables.ts'

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
 * Stores a bookmark while there is room; one that is there already stays as it is.
 * @throws {DomainError} conflict, `quota_exceeded`
 */
export async function storeBookmark(db: Db, learnerId: string, questionId: string, at: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // From here on no other request stores a bookmark of this learner, so that the count below holds.
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
