import {
  type Pagination,
  paginate,
  type QuestionSearchQuery,
  type SearchCorrection,
} from '@rehearse/contracts'
import type { Db } from '../db/tables.ts'
import { readAtPositions } from '../questions/listing/queries.ts'
import { filterOf } from '../questions/listing/question-filter.ts'
import type { StoredQuestion } from '../questions/question.ts'
import { rankHits } from './queries.ts'
import { type ResolvedSearch, resolveSearch } from './resolve-search.ts'

export interface FoundQuestions {
  questions: StoredQuestion[]
  pagination: Pagination
  /** What was looked for. */
  search: ResolvedSearch
  corrections: SearchCorrection[]
  /** False when more match than were ranked; the rest is on no page. */
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
  const slice = { limit: pageSize, offset: (page - 1) * pageSize }
  const { positions, ranked, complete } = await rankHits(db, filter, search, slice)
  return {
    questions: await readAtPositions(db, positions),
    pagination: paginate(page, pageSize, ranked),
    search,
    corrections: search.required.flatMap(({ text, corrected }) =>
      corrected.length > 0 ? [{ typed: text, tried: [...corrected] }] : [],
    ),
    complete,
  }
}
