import type { Notice } from '@rehearse/contracts'
import { type Kysely, sql } from 'kysely'
import type { ProgressTables } from '../tables.ts'

type Db = Kysely<ProgressTables>

/** Newest first. */
export async function readNotices(
  db: Db,
  learnerId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<Notice[]> {
  const rows = await db
    .selectFrom('learner_regrade as regraded')
    .leftJoin('answer_key as asked', (join) =>
      join
        .onRef('asked.question_id', '=', 'regraded.question_id')
        .onRef('asked.version', '=', 'regraded.question_version'),
    )
    .selectAll('regraded')
    .select('asked.title')
    .where('learner_id', '=', learnerId)
    .orderBy('regraded_at', 'desc')
    .orderBy('event_id')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map((row) => ({
    id: row.event_id,
    type: 'answer-regraded',
    at: row.regraded_at.toISOString(),
    questionId: row.question_id,
    questionVersion: row.question_version,
    title: row.title ?? '',
    answeredAt: row.answered_at.toISOString(),
    wasCorrect: row.was_correct,
    isCorrect: row.is_correct,
    points: row.points,
  }))
}

export async function countNotices(db: Db, learnerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from learner_regrade where learner_id = ${learnerId}`.execute(db)
  return rows[0]?.count ?? 0
}
