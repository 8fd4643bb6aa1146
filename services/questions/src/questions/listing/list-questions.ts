import { type Pagination, paginate, type QuestionListQuery } from '@rehearse/contracts'
import type { Db } from '../../db/tables.ts'
import type { StoredQuestion } from '../question.ts'
import { draw } from './draw.ts'
import {
  countMatching,
  highestPosition,
  matchingPositions,
  type OrderBy,
  readAtPositions,
  readPage,
} from './queries.ts'
import { filterOf, type QuestionFilter } from './question-filter.ts'
import { randomNumbers } from './random-numbers.ts'

export interface QuestionList {
  questions: StoredQuestion[]
  /** Left out where it was not asked for. */
  pagination?: Pagination
}

const defaultDirection: Readonly<Record<OrderBy, 'asc' | 'desc'>> = {
  createdAt: 'desc',
  updatedAt: 'desc',
  usageCount: 'desc',
  title: 'asc',
  order: 'asc',
}

/** One page of the questions that match, or some of them drawn at random. */
export async function listQuestions(
  db: Db,
  query: QuestionListQuery,
  { openOnly }: { openOnly: boolean },
): Promise<QuestionList> {
  const filter = await filterOf(db, query, openOnly)
  const page = query.random ? 1 : query.page
  const pageSize = query.random ? (query.count ?? query.pageSize) : query.pageSize
  if (!query.includePagination) {
    return { questions: filter === null ? [] : await readQuestions(db, filter, query, page, pageSize) }
  }
  const totalCount = filter === null ? 0 : await countMatching(db, filter)
  const pagination = paginate(page, pageSize, totalCount)
  // Past the end there is nothing to read; an offset would only walk through everything before it.
  if (filter === null || page > pagination.totalPages) return { questions: [], pagination }
  return { questions: await readQuestions(db, filter, query, page, pageSize), pagination }
}

function readQuestions(
  db: Db,
  filter: QuestionFilter,
  query: QuestionListQuery,
  page: number,
  pageSize: number,
): Promise<StoredQuestion[]> {
  if (query.random) return drawQuestions(db, filter, pageSize, query.seed)
  const order = { by: query.orderBy, direction: query.orderDirection ?? defaultDirection[query.orderBy] }
  return readPage(db, filter, order, { limit: pageSize, offset: (page - 1) * pageSize })
}

async function drawQuestions(
  db: Db,
  filter: QuestionFilter,
  count: number,
  seed: string | undefined,
): Promise<StoredQuestion[]> {
  const urn = {
    highest: () => highestPosition(db),
    among: (candidates: readonly number[]) => matchingPositions(db, filter, candidates),
    all: () => matchingPositions(db, filter),
  }
  return readAtPositions(db, await draw(urn, count, randomNumbers(seed)))
}
