import { type RawBuilder, sql } from 'kysely'
import type { QuestionFilter } from '../question-filter.ts'
import type { StoredQuestion } from '../questions/question.ts'
import {
  type NamedQuestionRow,
  namedColumns,
  namedJoins,
  toQuestion,
} from '../questions/question-repository.ts'
import { filterConditions } from '../search/tsquery.ts'
import type { Db } from '../tables.ts'
import type { Anchor, KeyOrder } from './order.ts'

/**
 * The matching questions as a table. Search results are gathered first unless very many match: then reading in list
 * order soon finds enough of them.
 */
function matching(filter: QuestionFilter, { dense }: { dense: boolean }): RawBuilder<unknown> {
  const which =
    filter.words === undefined || dense
      ? conditions(filter)
      : sql`question.deleted_at is null and question.position = any(array(${found(filter, filter.words)}))`
  const columns = sql`id, position, created_at, updated_at, folded_title, points, category_id, learning_path_id`
  return sql`(select ${columns} from question where ${which}) as question`
}

/** The positions that a search finds, from its own index; few questions are read for what that doesn't have. */
function found(filter: QuestionFilter, words: string): RawBuilder<{ position: number }> {
  const { openOnly, author, ...rest } = filter
  const indexed = author === undefined ? filter : { ...rest, openOnly: false }
  const hits = sql<{ position: number }>`
    select position from search_positions(${[words, ...filterConditions(indexed)].join(' & ')}) as position`
  const beyond = [
    ...(openOnly && author !== undefined ? [openTo(author)] : []),
    ...(filter.status ? [sql`question.status = ${filter.status}`] : []),
  ]
  if (beyond.length === 0) return hits
  return sql`select question.position from (${hits}) as hit join question on question.position = hit.position
    where ${sql.join(beyond, sql` and `)}`
}

const openTo = (author: string) => sql`(question.is_open or question.created_by = ${author})`

/** The conditions on rows of `question`, for a `where`. */
function conditions(filter: QuestionFilter): RawBuilder<unknown> {
  const { isActive, approved, author, status, learningPathId: path } = filter
  const openOnly = filter.openOnly && author === undefined
  // Postgres doesn't know that these conditions follow from the filter, and the partial indexes require them.
  const open = openOnly || (isActive && approved)
  const hidden = isActive === false || approved === false
  const wanted: readonly [unknown, RawBuilder<unknown>][] = [
    [open || undefined, sql`question.is_open`],
    [hidden || undefined, sql`not question.is_open`],
    [author, author === undefined ? sql`true` : openTo(author)],
    [status, sql`question.status = ${status} and question.status <> 'approved'`],
    [filter.ids, sql`question.id = any(${filter.ids}::uuid[])`],
    [filter.categoryId, sql`question.category_id = ${filter.categoryId}`],
    [filter.topicId, sql`question.topic_id = ${filter.topicId}`],
    [path, path === null ? sql`question.learning_path_id is null` : sql`question.learning_path_id = ${path}`],
    [filter.sectionId, sql`question.section_id = ${filter.sectionId}`],
    [filter.subcategory, sql`question.subcategory = ${filter.subcategory}`],
    [filter.difficulty, sql`question.difficulty = ${filter.difficulty}`],
    [filter.type, sql`question.type = ${filter.type}`],
    [filter.selection, sql`question.selection = ${filter.selection}`],
    [filter.tags, sql`question.tags @> ${filter.tags}::text[]`],
    [open && isActive ? undefined : isActive, sql`question.is_active = ${isActive}`],
    [open && approved ? undefined : approved, sql`question.approved = ${approved}`],
    [filter.words, sql`question.search_words @@ ${filter.words}::tsquery`],
  ]
  const given = wanted.flatMap(([value, condition]) => (value === undefined ? [] : [condition]))
  return sql.join([sql`question.deleted_at is null`, ...given], sql` and `)
}

interface OrderColumn {
  key: RawBuilder<unknown>
  type: RawBuilder<unknown>
  /** The key in descending order, if it has its own index. */
  down?: RawBuilder<unknown>
  /** The narrow table beside `question` with the key and the position. */
  beside?: RawBuilder<unknown>
}

const statistics = sql`question_statistics`
const orderColumns: Readonly<Record<KeyOrder['by'], OrderColumn>> = {
  attempts: { key: sql`usage.attempts`, type: sql`integer`, beside: statistics },
  facility: {
    key: sql`coalesce(usage.facility, 'infinity')`,
    down: sql`coalesce(usage.facility, '-infinity')`,
    type: sql`float8`,
    beside: statistics,
  },
  discrimination: {
    key: sql`coalesce(usage.discrimination, 'infinity')`,
    down: sql`coalesce(usage.discrimination, '-infinity')`,
    type: sql`float8`,
    beside: statistics,
  },
  createdAt: { key: sql`question.created_at`, type: sql`timestamptz` },
  updatedAt: { key: sql`question.updated_at`, type: sql`timestamptz` },
  title: { key: sql`question.folded_title`, type: sql`text` },
  order: { key: sql`question.position`, type: sql`bigint` },
  usageCount: { key: sql`usage.usage_count`, type: sql`bigint`, beside: sql`question_usage` },
  points: { key: sql`question.points`, type: sql`smallint` },
}

/** A part of a list: what follows an anchor, or the beginning. */
export interface Slice {
  filter: QuestionFilter
  after: Anchor | null
  skip: number
  limit: number
  /** Whether enough questions match that reading in list order soon finds a page of them. */
  dense?: boolean
}

/** Reads slices of lists, one after another. */
export async function readSlices(
  db: Db,
  order: KeyOrder,
  slices: readonly Slice[],
): Promise<StoredQuestion[]> {
  if (slices.length === 0) return []
  const { rows } = await slicesStatement(order, slices).execute(db)
  return rows.map(toQuestion)
}

/** Finds the page in an index first, and only then reads the wide rows of its questions. */
export function slicesStatement(order: KeyOrder, slices: readonly Slice[]): RawBuilder<NamedQuestionRow> {
  const direction = directionOf(order)
  const page = sql.join(
    slices.map((slice, number) => sliceStatement(slice, order, number)),
    sql` union all `,
  )
  return sql<NamedQuestionRow>`
    with page as (${page})
    select ${namedColumns} from page
    join question on question.position = page.place and question.deleted_at is null ${namedJoins}
    order by page.slice, page.key ${direction}, page.place ${direction}`
}

function sliceStatement(
  { filter, after, skip, limit, dense = false }: Slice,
  order: KeyOrder,
  number: number,
) {
  const { key, position, direction, from } = inOrder(filter, order, dense)
  const beyond = order.direction === 'asc' ? sql`>` : sql`<`
  const start = after
    ? sql`where (${key}, ${position}) ${beyond} (${after.key}::${orderColumns[order.by].type}, ${after.position})`
    : sql``
  return sql`(
      select ${number}::integer as slice, ${key} as key, ${position} as place from ${from} ${start}
      order by ${key} ${direction}, ${position} ${direction}
      limit ${limit} offset ${skip}
    )`
}

/** Questions between two anchors, which is the most that are skipped to reach a page. */
export const anchorInterval = 500

export async function readAnchors(db: Db, filter: QuestionFilter, order: KeyOrder): Promise<Anchor[]> {
  const { rows } = await anchorsStatement(filter, order).execute(db)
  return rows
}

export function anchorsStatement(filter: QuestionFilter, order: KeyOrder): RawBuilder<Anchor> {
  const { key, position, direction, from } = inOrder(filter, order, false)
  return sql<Anchor>`
    select key::text as key, position from (
      select ${key} as key, ${position} as position,
        row_number() over (order by ${key} ${direction}, ${position} ${direction}) as number
      from ${from}
    ) as numbered
    where number % ${anchorInterval} = 0
    order by number`
}

function inOrder(filter: QuestionFilter, order: KeyOrder, dense: boolean) {
  const table = matching(filter, { dense })
  const { key, down = key, beside } = orderColumns[order.by]
  const sameQuestion = sql`on question.id = usage.question_id and usage.position is not null`
  return {
    key: order.direction === 'asc' ? key : down,
    position: beside ? sql`usage.position` : sql`question.position`,
    direction: directionOf(order),
    from: beside ? sql`${beside} as usage join ${table} ${sameQuestion}` : table,
  }
}

const directionOf = ({ direction }: KeyOrder) => (direction === 'asc' ? sql`asc` : sql`desc`)

/** Changes whenever a question changes: with equal revisions, lists are equal. */
export async function readRevision(db: Db): Promise<number> {
  const { rows } = await sql<{ revision: number }>`
    select sum(changes)::bigint as revision from question_revision`.execute(db)
  return rows[0]?.revision ?? 0
}

export async function countMatching(db: Db, filter: QuestionFilter): Promise<number> {
  const { rows } = await countStatement(filter).execute(db)
  return rows[0]?.count ?? 0
}

export const countStatement = (filter: QuestionFilter) =>
  filter.words === undefined
    ? sql<{ count: number }>`select count(*) as count from question where ${conditions(filter)}`
    : sql<{ count: number }>`select count(*) as count from (${found(filter, filter.words)}) as found`

/** The highest position of a question; 0 if there are none. */
export async function highestPosition(db: Db): Promise<number> {
  const { rows } = await sql<{ highest: number | null }>`
    select max(position) as highest from question where deleted_at is null`.execute(db)
  return rows[0]?.highest ?? 0
}

/** Positions of the matching questions: all of them, or those among `candidates`. */
export async function matchingPositions(
  db: Db,
  filter: QuestionFilter,
  candidates?: readonly number[],
): Promise<number[]> {
  const { rows } = await positionsStatement(filter, candidates).execute(db)
  return rows.map((row) => row.position)
}

export function positionsStatement(filter: QuestionFilter, candidates?: readonly number[]) {
  if (filter.words !== undefined && candidates === undefined) {
    return sql<{ position: number }>`${found(filter, filter.words)} order by position`
  }
  const among = candidates ? sql`and question.position = any(${[...candidates]}::bigint[])` : sql``
  return sql<{ position: number }>`
    select position from question where ${conditions(filter)} ${among} order by position`
}

/** The ids of all matching questions, in order of creation. */
export async function matchingIds(db: Db, filter: QuestionFilter): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${matching(filter, { dense: false })} order by position`.execute(db)
  return rows.map((row) => row.id)
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

/** Orders by the name of a taxonomy node. */
export type NodeOrder = 'category' | 'learningPath'

const tables = { category: 'category', learningPath: 'learning_path' } as const
const columns = { category: sql`category_id`, learningPath: sql`learning_path_id` } as const

/** The number of matching questions in each category or path that has any. */
export async function countByNode(
  db: Db,
  filter: QuestionFilter,
  by: NodeOrder,
): Promise<ReadonlyMap<string | null, number>> {
  const { rows } = await countByNodeStatement(filter, by).execute(db)
  return new Map(rows.map(({ place, count }) => [place, count]))
}

export const countByNodeStatement = (
  filter: QuestionFilter,
  by: NodeOrder,
): RawBuilder<{ place: string | null; count: number }> => sql`
  select question.${columns[by]} as place, count(*) as count from ${matching(filter, { dense: false })} group by 1`

/** The ids of categories or paths in the order of their names, which can change without a change to any question. */
export async function nodesByName(db: Db, by: NodeOrder): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(tables[by])} order by folded_name`.execute(db)
  return rows.map(({ id }) => id)
}
