import {
  type Pagination,
  paginate,
  type QuestionSearchQuery,
  type SearchCorrection,
} from '@rehearse/contracts'
import type { Db } from '../db/tables.ts'
import { filterOf } from '../questions/listing/filter-of.ts'
import { readAtPositions } from '../questions/listing/queries.ts'
import type { StoredQuestion } from '../questions/question.ts'
import { findHits } from './queries.ts'
import { type ResolvedSearch, resolveSearch } from './resolve-search.ts'
import { lexemesToCount, searchSteps } from './search-steps.ts'
import { anyOf } from './tsquery.ts'
import { readSearchFigures } from './vocabulary-repository.ts'

export interface FoundQuestions {
  questions: StoredQuestion[]
  pagination: Pagination
  /** What was looked for. */
  search: ResolvedSearch
  corrections: SearchCorrection[]
  /** False when more may match; the rest is on no page. */
  complete: boolean
}

const nothing: ResolvedSearch = { required: [], welcome: [] }

/** One page of the questions that match a search, best first. */
export async function searchQuestions(
  db: Db,
  query: QuestionSearchQuery,
  { openOnly }: { openOnly: boolean },
): Promise<FoundQuestions> {
  const { page, pageSize, search: typed, ...others } = query
  const [filter, search] = await Promise.all([filterOf(db, others, openOnly), resolveSearch(db, typed)])
  if (filter === null || search === null) {
    const pagination = paginate(page, pageSize, 0)
    return { questions: [], pagination, search: nothing, corrections: [], complete: true }
  }
  const figures = await readSearchFigures(db, lexemesToCount(search.required, filter))
  const { positions, found, complete } = await findHits(db, {
    steps: searchSteps(search.required, filter, figures),
    rankBy: anyOf([...search.required, ...search.welcome]),
    limit: pageSize,
    offset: (page - 1) * pageSize,
  })
  return {
    questions: await readAtPositions(db, positions),
    pagination: paginate(page, pageSize, found),
    search,
    corrections: search.required.flatMap(({ text, corrected }) =>
      corrected.length > 0 ? [{ typed: text, tried: [...corrected] }] : [],
    ),
    complete,
  }
}
