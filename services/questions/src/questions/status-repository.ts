import type { ReviewQueue } from '@rehearse/contracts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../tables.ts'
import type { StoredQuestion, StoredVersion } from './question.ts'
import { type NamedQuestionRow, namedColumns, namedJoins, toQuestion } from './question-repository.ts'
import { type Editor, isAdmin, isReviewer } from './question-status.rules.ts'
import { upcastVersion } from './version-repository.ts'

export interface QueuedQuestion {
  question: StoredQuestion
  /** The last approved version, if there was one. */
  approvedVersion: StoredVersion | null
}

/** The questions in a queue, waiting longest first. */
export async function readQueue(
  db: Db,
  queue: ReviewQueue,
  { editor, limit, offset }: { editor: Editor; limit: number; offset: number },
): Promise<QueuedQuestion[]> {
  const { rows } = await sql<NamedQuestionRow & { approved_version: StoredVersion | null }>`
    select ${namedColumns}, (
      select question_version.question from question_version
      where question_id = question.id and (question_version.question ->> 'approved')::boolean
      order by version desc limit 1
    ) as approved_version
    from question ${namedJoins}
    where question.deleted_at is null and question.status <> 'approved' and ${inQueue(queue, editor)}
    order by question.status_changed_at, question.position limit ${limit} offset ${offset}`.execute(db)
  return rows.map((row) => ({
    question: toQuestion(row),
    approvedVersion: row.approved_version && upcastVersion(row.approved_version),
  }))
}

export async function countQueues(db: Db, editor: Editor): Promise<Record<ReviewQueue, number>> {
  const count = (queue: ReviewQueue) => sql`count(*) filter (where ${inQueue(queue, editor)})`
  const { rows } = await sql<Record<ReviewQueue, number>>`
    select ${count('waiting')} as waiting, ${count('assigned')} as assigned, ${count('returned')} as returned,
      ${count('submitted')} as submitted
    from question where deleted_at is null and status in ('draft', 'in-review') and status <> 'approved'`.execute(
    db,
  )
  return rows[0] ?? { waiting: 0, assigned: 0, returned: 0, submitted: 0 }
}

/** Reviewers decide about others' questions; those assigned to somebody else are listed too, so that none gets stuck. */
function inQueue(queue: ReviewQueue, editor: Editor): RawBuilder<unknown> {
  const mine = sql`question.created_by = ${editor.id}`
  const decidable = isAdmin(editor)
    ? sql`question.status = 'in-review'`
    : sql`question.status = 'in-review' and question.created_by is distinct from ${editor.id} and ${isReviewer(editor)}`
  switch (queue) {
    case 'waiting':
      return decidable
    case 'assigned':
      return sql`${decidable} and question.reviewer = ${editor.id}`
    case 'submitted':
      return sql`question.status = 'in-review' and ${mine}`
    case 'returned':
      return sql`question.status = 'draft' and ${mine} and question.status_comment is not null
        and question.status_changed_by is distinct from ${editor.id}`
  }
}

/**
 * Locks some questions that are due to be published or archived. Another replica's run skips them, and finds them
 * changed later.
 */
export async function lockDue(trx: Trx, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from question
    where deleted_at is null and (
      (status = 'scheduled' and publish_at <= ${now}) or (status = 'approved' and expires_at <= ${now})
    )
    order by id limit ${limit} for update skip locked`.execute(trx)
  return rows.map(({ id }) => id)
}
