import { setImmediate } from 'node:timers/promises'
import type { AudioMessage, QuestionStatistics } from '@rehearse/contracts'
import { type RawBuilder, sql } from 'kysely'
import { statusColumns, toEditorial } from '../edits/repository.ts'
import { searchVector, searchVersion } from '../search-index/search-vector.ts'
import type { Db, QuestionRow, Trx } from '../tables.ts'
import { contentHash } from '../text.ts'
import { isApproved, type StoredQuestion, selectionOf } from './question.ts'

/** A question with the names of its taxonomy nodes and its usage, without the columns that only Postgres uses. */
export type NamedQuestionRow = Omit<
  QuestionRow,
  | 'search_words'
  | 'search_version'
  | 'folded_title'
  | 'content_hash'
  | 'import_batch_id'
  | 'is_open'
  | 'approved'
> & {
  category_name: string
  topic_name: string | null
  learning_path_name: string | null
  section_name: string | null
  usage_count: number | null
}

/** Use as `select ${namedColumns} from question ${namedJoins} …`. */
export const namedColumns = sql`question.id, question.position, question.version, question.title, question.content,
  question.type, question.selection, question.difficulty, question.options, question.answer, question.explanation,
  question.category_id, question.subcategory, question.learning_path_id, question.topic_id, question.section_id,
  question.tags, question.points, question.time_limit, question.is_active, question.status,
  question.status_changed_by, question.status_changed_at, question.status_comment, question.reviewer,
  question.publish_at, question.expires_at,
  question.audio_question, question.audio_answer, question.created_by, question.created_at, question.updated_at,
  question.deleted_at, category.name as category_name, topic.name as topic_name,
  learning_path.name as learning_path_name, section.name as section_name, question_usage.usage_count`
export const namedJoins = sql`join category on category.id = question.category_id
  left join topic on topic.id = question.topic_id
  left join learning_path on learning_path.id = question.learning_path_id
  left join section on section.id = question.section_id
  left join question_usage on question_usage.question_id = question.id`

/** Includes deleted questions; the caller decides who may see them. */
export async function findQuestion(db: Db, id: string): Promise<StoredQuestion | undefined> {
  return (await findQuestions(db, [id])).get(id)
}

/** A question, locked until the transaction ends: other changes wait, and read the result. */
export async function lockQuestion(trx: Trx, id: string): Promise<StoredQuestion | undefined> {
  return (await lockQuestions(trx, [id])).get(id)
}

/** Questions by id. */
export async function findQuestions(db: Db, ids: readonly string[]): Promise<Map<string, StoredQuestion>> {
  const { rows } = await sql<NamedQuestionRow>`
    select ${namedColumns} from question ${namedJoins} where question.id = any(${[...ids]}::uuid[])`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.id, toQuestion(row)]))
}

/** Locks in a fixed order, so that two batches over the same questions can't deadlock. */
export async function lockQuestions(trx: Trx, ids: readonly string[]): Promise<Map<string, StoredQuestion>> {
  await sql`select id from question where id = any(${[...ids]}::uuid[]) order by id for update`.execute(trx)
  return findQuestions(trx, ids)
}

/** The questions among these that are stored as active. */
export async function activeAmong(trx: Trx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select id from question where id = any(${[...ids]}::uuid[]) and is_active`.execute(trx)
  return new Set(rows.map((row) => row.id))
}

export async function insertQuestions(
  trx: Trx,
  questions: readonly StoredQuestion[],
  batchId: string | null,
): Promise<void> {
  const { table } = await recordset(questions)
  await sql`
    insert into question (
      id, version, title, content, type, selection, difficulty, options, answer, explanation, category_id,
      subcategory, learning_path_id, topic_id, section_id, tags, points, time_limit, is_active, approved, ${statusColumns},
      audio_question, audio_answer, content_hash, import_batch_id, created_by, created_at, updated_at, deleted_at,
      search_words, search_version)
    select
      id, version, title, content, type, selection, difficulty, options, answer, explanation, category_id,
      subcategory, learning_path_id, topic_id, section_id, tags, points, time_limit, is_active, approved, ${statusColumns},
      audio_question, audio_answer, decode(content_hash, 'hex'), ${batchId}::uuid, created_by, created_at, updated_at, deleted_at,
      search_words::tsvector, ${searchVersion}
    from ${table}
    order by number`.execute(trx)
}

/** Replaces the stored rows with new versions. The caller holds the rows' locks. */
export async function updateQuestions(trx: Trx, questions: readonly StoredQuestion[]): Promise<void> {
  const { table } = await recordset(questions, 'changed')
  await sql`
    update question set
      version = changed.version, title = changed.title, content = changed.content, type = changed.type,
      selection = changed.selection, difficulty = changed.difficulty, options = changed.options,
      answer = changed.answer,
      explanation = changed.explanation, category_id = changed.category_id, subcategory = changed.subcategory,
      learning_path_id = changed.learning_path_id, topic_id = changed.topic_id, section_id = changed.section_id,
      tags = changed.tags, points = changed.points, time_limit = changed.time_limit,
      is_active = changed.is_active, approved = changed.approved, status = changed.status,
      status_changed_by = changed.status_changed_by, status_changed_at = changed.status_changed_at,
      status_comment = changed.status_comment, reviewer = changed.reviewer, publish_at = changed.publish_at,
      expires_at = changed.expires_at, audio_question = changed.audio_question, audio_answer = changed.audio_answer, content_hash = decode(changed.content_hash, 'hex'),
      updated_at = changed.updated_at, deleted_at = changed.deleted_at,
      search_words = changed.search_words::tsvector, search_version = ${searchVersion}
    from ${table}
    where question.id = changed.id`.execute(trx)
}

/** Milliseconds for which search words are computed before other work runs. */
const TURN = 8

/** Questions as a table for a statement, in one parameter regardless of their number. */
async function recordset(
  questions: readonly StoredQuestion[],
  alias = 'given',
): Promise<{ table: RawBuilder<unknown> }> {
  const rows: string[] = []
  let turn = performance.now()
  for (const [number, question] of questions.entries()) {
    rows.push(JSON.stringify({ number, ...toRow(question) }))
    if (performance.now() - turn < TURN) continue
    await setImmediate()
    turn = performance.now()
  }
  // Wrapped, since a Kysely builder must not be awaited.
  const table = sql`jsonb_to_recordset(${`[${rows.join(',')}]`}::jsonb) as ${sql.ref(alias)} (
    number int, id uuid, version int, title text, content text, type text, selection text, difficulty text,
    options jsonb, answer jsonb, explanation text, category_id text, subcategory text, learning_path_id text, topic_id text,
    section_id text, tags text[], points smallint, time_limit smallint, is_active boolean, approved boolean,
    status text, status_changed_by text, status_changed_at timestamptz, status_comment text, reviewer text,
    publish_at timestamptz, expires_at timestamptz, audio_question text, audio_answer text, content_hash text, created_by text, created_at timestamptz,
    updated_at timestamptz, deleted_at timestamptz, search_words text)`
  return { table }
}

function toRow(question: StoredQuestion) {
  return {
    id: question.id,
    version: question.version,
    title: question.title,
    content: question.content,
    type: question.type,
    selection: selectionOf(question.options),
    difficulty: question.difficulty,
    options: question.options,
    answer: question.answer,
    explanation: question.explanation,
    category_id: question.category.id,
    subcategory: question.subcategory,
    learning_path_id: question.learningPath?.id ?? null,
    topic_id: question.topic?.id ?? null,
    section_id: question.section?.id ?? null,
    tags: question.tags,
    points: question.points,
    time_limit: question.timeLimit,
    is_active: question.isActive,
    approved: isApproved(question),
    status: question.editorial.status,
    status_changed_by: question.editorial.changedBy,
    status_changed_at: question.editorial.changedAt,
    status_comment: question.editorial.comment,
    reviewer: question.editorial.reviewer,
    publish_at: question.editorial.publishAt,
    expires_at: question.editorial.expiresAt,
    audio_question: question.audioQuestion,
    audio_answer: question.audioAnswer,
    content_hash: contentHash(question).toString('hex'),
    created_by: question.createdBy,
    created_at: question.createdAt,
    updated_at: question.updatedAt,
    deleted_at: question.deletedAt,
    search_words: searchVector(question),
  }
}

export function toQuestion(row: NamedQuestionRow): StoredQuestion {
  const node = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? id })
  return {
    id: row.id,
    version: row.version,
    title: row.title,
    content: row.content,
    type: row.type,
    difficulty: row.difficulty,
    options: row.options,
    answer: row.answer,
    explanation: row.explanation,
    category: { id: row.category_id, name: row.category_name },
    subcategory: row.subcategory,
    learningPath: node(row.learning_path_id, row.learning_path_name),
    topic: node(row.topic_id, row.topic_name),
    section: node(row.section_id, row.section_name),
    tags: row.tags,
    points: row.points,
    timeLimit: row.time_limit,
    isActive: row.is_active,
    audioQuestion: row.audio_question,
    audioAnswer: row.audio_answer,
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at,
    usageCount: row.usage_count ?? 0,
    editorial: toEditorial(row),
  }
}

/** Stores the revision of a question's audio. @returns whether it is newer than the stored one */
export async function recordAudioRevision(
  trx: Trx,
  { questionId, type, revision }: AudioMessage['data'],
): Promise<boolean> {
  const { rows } = await sql`
    insert into question_audio as known (question_id, type, revision) values (${questionId}, ${type}, ${revision})
    on conflict (question_id, type) do update set revision = excluded.revision
    where known.revision < excluded.revision
    returning revision`.execute(trx)
  return rows.length > 0
}

/** Adds to the usage counts, ordered by id so that two replicas can't deadlock. */
export async function addUsage(trx: Trx, answers: ReadonlyMap<string, number>): Promise<void> {
  await sql`
    insert into question_usage (question_id, usage_count)
    select * from unnest(${[...answers.keys()]}::uuid[], ${[...answers.values()]}::bigint[]) as given (id, count)
    order by id
    on conflict (question_id) do update set usage_count = question_usage.usage_count + excluded.usage_count`.execute(
    trx,
  )
}

/** Questions as admins list them, with their statistics. */
export async function withStatistics<Rendered extends { id: string }>(
  db: Db,
  questions: readonly Rendered[],
): Promise<(Rendered & { statistics: QuestionStatistics })[]> {
  const { rows } = await sql<QuestionStatistics & { id: string }>`
    select question_id as id, attempts, facility, discrimination from question_statistics
    where question_id = any(${questions.map(({ id }) => id)}::uuid[])`.execute(db)
  const found = new Map(rows.map(({ id, ...statistics }) => [id, statistics]))
  const none = { attempts: 0, facility: null, discrimination: null }
  return questions.map((question) => ({ ...question, statistics: found.get(question.id) ?? none }))
}

/** Stores statistics, the newest of each question: messages may arrive twice and in any order. */
export async function storeStatistics(
  trx: Trx,
  items: readonly (QuestionStatistics & { questionId: string; revision: number })[],
): Promise<void> {
  const newest = new Map(
    items.toSorted((a, b) => a.revision - b.revision).map((item) => [item.questionId, item]),
  )
  await sql`
    insert into question_statistics as known (question_id, revision, attempts, facility, discrimination)
    select "questionId", revision, attempts, facility, discrimination
    from jsonb_to_recordset(${JSON.stringify([...newest.values()])}::jsonb) as given (
      "questionId" uuid, revision int, attempts int, facility float8, discrimination float8)
    order by 1
    on conflict (question_id) do update set
      revision = excluded.revision, attempts = excluded.attempts, facility = excluded.facility,
      discrimination = excluded.discrimination
    where known.revision < excluded.revision`.execute(trx)
}
