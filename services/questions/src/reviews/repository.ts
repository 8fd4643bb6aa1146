import type { ReviewedKind, ReviewQueue } from '@rehearse/contracts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type Editor, isAdmin, isReviewer } from '../edits/content-status.rules.ts'
import type { Entry } from '../library/kind.ts'
import { toEntry } from '../library/repository.ts'
import type { StoredQuestion, StoredVersion } from '../questions/question.ts'
import { findQuestions } from '../questions/question-repository.ts'
import { upcastVersion } from '../questions/version-repository.ts'
import type { Db, Tables, Trx } from '../tables.ts'

export interface QueuedQuestion {
  kind: 'questions'
  question: StoredQuestion
  /** The last approved version, if there was one. */
  approvedVersion: StoredVersion | null
}

export interface QueuedEntry {
  kind: ReviewedKind
  entry: Entry
  /** The document of the last approved version, if there was one. */
  approvedFields: Record<string, unknown> | null
}

/** Everything that isn't public: few of all questions and entries. */
const unpublished = sql`(
  select 'questions' as kind, id::text, created_at, status, status_changed_at, status_changed_by, status_comment, reviewer,
    created_by
  from question where deleted_at is null and status <> 'approved' and status in ('draft', 'in-review')
  union all
  select kind, id, created_at, status, status_changed_at, status_changed_by, status_comment, reviewer, created_by
  from library_entry where status in ('draft', 'in-review')) as item`

/** The content in a queue, waiting longest first. */
export async function readQueue(
  db: Db,
  queue: ReviewQueue,
  { editor, limit, offset }: { editor: Editor; limit: number; offset: number },
): Promise<(QueuedQuestion | QueuedEntry)[]> {
  const { rows } = await queueStatement(queue, { editor, limit, offset }).execute(db)
  const [questions, entries] = await Promise.all([
    queuedQuestions(
      db,
      rows.flatMap(({ kind, id }) => (kind === 'questions' ? [id] : [])),
    ),
    queuedEntries(
      db,
      rows.filter(({ kind }) => kind !== 'questions'),
    ),
  ])
  const all = new Map<string, QueuedQuestion | QueuedEntry>([...questions, ...entries])
  return rows.flatMap(({ kind, id }) => all.get(`${kind} ${id}`) ?? [])
}

export const queueStatement = (
  queue: ReviewQueue,
  { editor, limit, offset }: { editor: Editor; limit: number; offset: number },
) => sql<{ kind: 'questions' | ReviewedKind; id: string }>`
  select kind, id from ${unpublished} where ${inQueue(queue, editor)}
  order by status_changed_at, created_at, kind, id limit ${limit} offset ${offset}`

async function queuedQuestions(db: Db, ids: readonly string[]): Promise<[string, QueuedQuestion][]> {
  if (ids.length === 0) return []
  const [questions, { rows }] = await Promise.all([
    findQuestions(db, ids),
    sql<{ id: string; approved: StoredVersion }>`
      select distinct on (question_id) question_id as id, question as approved from question_version
      where question_id = any(${[...ids]}::uuid[]) and (question ->> 'approved')::boolean
      order by question_id, version desc`.execute(db),
  ])
  const approved = new Map(rows.map((row) => [row.id, upcastVersion(row.approved)]))
  return [...questions].map(([id, question]) => [
    `questions ${id}`,
    { kind: 'questions', question, approvedVersion: approved.get(id) ?? null },
  ])
}

type EntryRow = Selectable<Tables['library_entry']> & {
  approved: { document: Record<string, unknown> } | null
}

async function queuedEntries(
  db: Db,
  items: readonly { kind: string; id: string }[],
): Promise<[string, QueuedEntry][]> {
  if (items.length === 0) return []
  const { rows } = await sql<EntryRow>`
    select library_entry.*, (
      select version.entry from entry_version as version
      where version.kind = library_entry.kind and version.entry_id = library_entry.id
        and version.entry ->> 'status' = 'approved' and version.action <> 'deleted'
      order by version.position desc limit 1
    ) as approved
    from library_entry
    join unnest(${items.map(({ kind }) => kind)}::text[], ${items.map(({ id }) => id)}::text[]) as wanted (kind, id)
      using (kind, id)`.execute(db)
  return rows.map((row) => [
    `${row.kind} ${row.id}`,
    // Only these kinds can have another status than approved.
    { kind: row.kind as ReviewedKind, entry: toEntry(row), approvedFields: row.approved?.document ?? null },
  ])
}

export async function countQueues(db: Db, editor: Editor): Promise<Record<ReviewQueue, number>> {
  const count = (queue: ReviewQueue) => sql`(count(*) filter (where ${inQueue(queue, editor)}))::int`
  const { rows } = await sql<Record<ReviewQueue, number>>`
    select ${count('waiting')} as waiting, ${count('assigned')} as assigned, ${count('returned')} as returned,
      ${count('submitted')} as submitted
    from ${unpublished}`.execute(db)
  return rows[0] ?? { waiting: 0, assigned: 0, returned: 0, submitted: 0 }
}

/** Reviewers decide about others' content; what is assigned to somebody else is listed too, so that none gets stuck. */
function inQueue(queue: ReviewQueue, editor: Editor): RawBuilder<unknown> {
  const mine = sql`created_by = ${editor.id}`
  const decidable = isAdmin(editor)
    ? sql`status = 'in-review'`
    : sql`status = 'in-review' and created_by is distinct from ${editor.id} and ${isReviewer(editor)}`
  switch (queue) {
    case 'waiting':
      return decidable
    case 'assigned':
      return sql`${decidable} and reviewer = ${editor.id}`
    case 'submitted':
      return sql`status = 'in-review' and ${mine}`
    case 'returned':
      return sql`status = 'draft' and ${mine} and status_comment is not null
        and status_changed_by is distinct from ${editor.id}`
  }
}

/**
 * Locks some questions that are due to be published or archived. Another replica's run skips them, and finds them
 * changed later.
 */
export async function lockDueQuestions(trx: Trx, now: Date, limit: number): Promise<string[]> {
  const { rows } = await dueQuestionsStatement(now, limit).execute(trx)
  return rows.map(({ id }) => id)
}

export const dueQuestionsStatement = (now: Date, limit: number) => sql<{ id: string }>`
  select id from question where deleted_at is null and (${isDue(now)})
  order by id limit ${limit} for update skip locked`

/** The same for library entries. */
export async function lockDueEntries(
  trx: Trx,
  now: Date,
  limit: number,
): Promise<{ kind: string; entry: Entry }[]> {
  const { rows } = await sql<Selectable<Tables['library_entry']>>`
    select * from library_entry where ${isDue(now)}
    order by kind, id limit ${limit} for update skip locked`.execute(trx)
  return rows.map((row) => ({ kind: row.kind, entry: toEntry(row) }))
}

const isDue = (now: Date) => sql`
  (status = 'scheduled' and publish_at <= ${now}) or (status = 'approved' and expires_at <= ${now})`
