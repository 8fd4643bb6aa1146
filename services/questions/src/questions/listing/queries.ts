import type { QuestionListQuery } from '@rehearse/contracts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/tables.ts'
import type { StoredQuestion } from '../question.ts'
import { type NamedQuestionRow, namedColumns, namedJoins, toQuestion } from '../question-repository.ts'
import type { QuestionFilter } from './question-filter.ts'

export type OrderBy = QuestionListQuery['orderBy']

/** What lists are ordered by; `position` breaks the ties, so that no question is on two pages. */
const orderColumns: Readonly<Record<OrderBy, RawBuilder<unknown>>> = {
  createdAt: sql`question.created_at`,
  updatedAt: sql`question.updated_at`,
  title: sql`lower(question.title)`,
  order: sql`question.position`,
  usageCount: sql`coalesce(question_usage.usage_count, 0)`,
}

export async function readPage(
  db: Db,
  filter: QuestionFilter,
  order: { by: OrderBy; direction: 'asc' | 'desc' },
  slice: { limit: number; offset: number },
): Promise<StoredQuestion[]> {
  const { rows } = await pageStatement(filter, order, slice).execute(db)
  return rows.map(toQuestion)
}

export function pageStatement(
  filter: QuestionFilter,
  order: { by: OrderBy; direction: 'asc' | 'desc' },
  slice: { limit: number; offset: number },
): RawBuilder<NamedQuestionRow> {
  const direction = order.direction === 'asc' ? sql`asc` : sql`desc`
  return sql<NamedQuestionRow>`
    select ${namedColumns} from ${matching(filter)} ${namedJoins}
    order by ${orderColumns[order.by]} ${direction}, question.position ${direction}
    limit ${slice.limit} offset ${slice.offset}`
}

/**
 * The questions that match, as a table. The words of a search come first, by `offset 0`: Postgres can't tell how rare
 * they are, and would else read the newest questions one by one until enough have them.
 */
function matching(filter: QuestionFilter): RawBuilder<unknown> {
  const fence = filter.words === undefined ? sql`` : sql`offset 0`
  return sql`(select * from question where ${conditions(filter)} ${fence}) as question`
}

export async function countMatching(db: Db, filter: QuestionFilter): Promise<number> {
  const { rows } = await countStatement(filter).execute(db)
  return rows[0]?.count ?? 0
}

export const countStatement = (filter: QuestionFilter) =>
  sql<{ count: number }>`select count(*) as count from question where ${conditions(filter)}`

/** The largest position that a question has; 0 when there are none. */
export async function highestPosition(db: Db): Promise<number> {
  const { rows } = await sql<{ highest: number | null }>`
    select max(position) as highest from question where deleted_at is null`.execute(db)
  return rows[0]?.highest ?? 0
}

/** Positions of the questions that match: all of them, or those among `candidates`. */
export async function matchingPositions(
  db: Db,
  filter: QuestionFilter,
  candidates?: readonly number[],
): Promise<number[]> {
  const { rows } = await positionsStatement(filter, candidates).execute(db)
  return rows.map((row) => row.position)
}

export function positionsStatement(filter: QuestionFilter, candidates?: readonly number[]) {
  const among = candidates ? sql`and question.position = any(${[...candidates]}::bigint[])` : sql``
  return sql<{ position: number }>`
    select position from question where ${conditions(filter)} ${among} order by position`
}

export async function readAtPositions(db: Db, positions: readonly number[]): Promise<StoredQuestion[]> {
  const { rows } = await sql<NamedQuestionRow>`
    select ${namedColumns} from question ${namedJoins}
    where question.position = any(${[...positions]}::bigint[]) and question.deleted_at is null`.execute(db)
  const byPosition = new Map(rows.map((row) => [row.position, row]))
  return positions.flatMap((position) => {
    const row = byPosition.get(position)
    return row ? [toQuestion(row)] : []
  })
}

/** What the rows of `question` must be, for a `where`. */
export function conditions(filter: QuestionFilter): RawBuilder<unknown> {
  const wanted: readonly [unknown, RawBuilder<unknown>][] = [
    [filter.openOnly || undefined, sql`question.is_open`],
    [filter.categoryId, sql`question.category_id = ${filter.categoryId}`],
    [filter.topicId, sql`question.topic_id = ${filter.topicId}`],
    [filter.learningPathId, sql`question.learning_path_id = ${filter.learningPathId}`],
    [filter.sectionId, sql`question.section_id = ${filter.sectionId}`],
    [filter.subcategory, sql`question.subcategory = ${filter.subcategory}`],
    [filter.difficulty, sql`question.difficulty = ${filter.difficulty}`],
    [filter.type, sql`question.type = ${filter.type}`],
    [filter.selection, sql`question.selection = ${filter.selection}`],
    [filter.tags, sql`question.tags @> ${filter.tags}::text[]`],
    [filter.isActive, sql`question.is_active = ${filter.isActive}`],
    [filter.approved, sql`question.approved = ${filter.approved}`],
    [filter.words, sql`question.search_words @@ ${filter.words}::tsquery`],
  ]
  const given = wanted.flatMap(([value, condition]) => (value === undefined ? [] : [condition]))
  return sql.join([sql`question.deleted_at is null`, ...given], sql` and `)
}
