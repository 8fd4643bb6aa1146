import {
  type Pagination,
  paginate,
  type QuestionSearchQuery,
  type SearchCorrection,
  searchQuestions as searchQuestionsEndpoint,
} from '@rehearse/contracts'
import { type App, type Pipeline, serve } from '@rehearse/service-kit'
import { tagReply } from '../edits/etag.ts'
import type { StoredQuestion } from '../questions/question.ts'
import { withStatistics } from '../questions/question-repository.ts'
import { render, seesEverything, viewFor, withoutReserved } from '../questions/question-view.ts'
import type { FindReserved } from '../questions/reserved-questions.ts'
import type { Db, Tables } from '../tables.ts'
import { matchOf } from './excerpt.ts'
import { filterOf } from './filter-of.ts'
import { findHits } from './repository.ts'
import { resolveSearch } from './resolve-search.ts'
import { hitQueryOf, type ResolvedSearch } from './tsquery.ts'

/** Route of the full-text search for questions. */
export function questionSearchRoute(app: App, pipeline: Pipeline<Tables>, findReserved: FindReserved): void {
  serve(app, searchQuestionsEndpoint, { onSend: tagReply }, async ({ principal, query }) => {
    const view = await withoutReserved(viewFor(principal, query.include), principal, findReserved)
    const openOnly = !seesEverything(principal)
    const found = await pipeline.read((db) => searchQuestions(db, query, { openOnly }))
    const { questions, search, pagination, complete, corrections } = found
    const matched = questions.map((question) => ({
      ...render(question, view(question)),
      match: matchOf(question, search),
    }))
    const data = openOnly ? matched : await pipeline.read((db) => withStatistics(db, matched))
    return { success: true as const, data, pagination, complete, corrections }
  })
}

interface FoundQuestions {
  questions: StoredQuestion[]
  pagination: Pagination
  /** The resolved search. */
  search: ResolvedSearch
  corrections: SearchCorrection[]
  /** False if more questions may match than the pages show. */
  complete: boolean
}

const nothing: ResolvedSearch = { required: [], welcome: [] }

/**
 * One page of the questions that match a search, best first. Independent queries are sent together: with a pipeline,
 * most searches need two round trips.
 */
async function searchQuestions(
  db: Db,
  query: QuestionSearchQuery,
  { openOnly }: { openOnly: boolean },
): Promise<FoundQuestions> {
  const { page, pageSize, search: typed, ...others } = query
  const [filter, search] = await Promise.all([filterOf(db, others, { openOnly }), resolveSearch(db, typed)])
  if (filter === null || search === null) {
    const pagination = paginate(page, pageSize, 0)
    return { questions: [], pagination, search: nothing, corrections: [], complete: true }
  }
  const { questions, found, complete } = await findHits(db, {
    ...hitQueryOf(search, filter),
    limit: pageSize,
    offset: (page - 1) * pageSize,
  })
  return {
    questions,
    pagination: paginate(page, pageSize, found),
    search,
    corrections: search.required.flatMap(({ text, corrected }) =>
      corrected.length > 0 ? [{ typed: text, tried: [...corrected] }] : [],
    ),
    complete,
  }
}
