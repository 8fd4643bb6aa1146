import { type Pagination, paginate, type QuestionListQuery } from '@rehearse/contracts'
import type { Db } from '../../db/tables.ts'
import type { StoredQuestion } from '../question.ts'
import type { BankFigures, Figures } from './bank-figures.ts'
import { draw } from './draw.ts'
import { filterOf } from './filter-of.ts'
import { orderOf } from './order.ts'
import { highestPosition, matchingPositions, readAtPositions } from './queries.ts'
import type { QuestionFilter } from './question-filter.ts'
import { randomNumbers } from './random-numbers.ts'
import { readInOrder } from './read-in-order.ts'

export interface QuestionList {
  questions: StoredQuestion[]
  /** Left out where it was not asked for. */
  pagination?: Pagination
}

/** One page of the questions that match, or some of them drawn at random. */
export async function listQuestions(
  { db, bank }: { db: Db; bank: BankFigures },
  query: QuestionListQuery,
  { openOnly }: { openOnly: boolean },
): Promise<QuestionList> {
  const [filter, figures] = await Promise.all([filterOf(db, query, openOnly), bank.now()])
  const page = query.random ? 1 : query.page
  const pageSize = query.random ? (query.count ?? query.pageSize) : query.pageSize
  const read = async () =>
    filter === null
      ? []
      : readQuestions(db, { filter, figures, query, offset: (page - 1) * pageSize, pageSize })
  if (!query.includePagination) return { questions: await read() }
  const pagination = paginate(page, pageSize, filter === null ? 0 : await figures.total(filter))
  // Past the end there is nothing to read.
  return { questions: page > pagination.totalPages ? [] : await read(), pagination }
}

interface Reading {
  filter: QuestionFilter
  figures: Figures
  query: QuestionListQuery
  offset: number
  pageSize: number
}

async function readQuestions(
  db: Db,
  { filter, figures, query, offset, pageSize }: Reading,
): Promise<StoredQuestion[]> {
  if (query.random) return drawQuestions(db, filter, pageSize, query.seed)
  const total = query.includePagination ? await figures.total(filter) : 0
  return readInOrder({ db, figures }, orderOf(query), { filter, offset, limit: pageSize, total })
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
