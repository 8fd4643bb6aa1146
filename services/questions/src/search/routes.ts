import {
  type Pagination,
  paginate,
  type QuestionSearchQuery,
  type SearchCorrection,
  searchQuestions as searchQuestionsEndpoint,
} from '@rehearse/contracts'
import { type App, type Pipeline, serve } from '@rehearse/service-kit'
import { tagReply } from '../edits/etag.ts'
import { filterOf } from '../listing/filter-of.ts'
import type { StoredQuestion } from '../questions/question.ts'
import { render, seesEverything, viewFor } from '../questions/question-view.ts'
import type { Db, Tables } from '../tables.ts'
import { matchOf } from './excerpt.ts'
import { findHits, readSearchStats } from './repository.ts'
import { type ResolvedSearch, resolveSearch, termsAsTyped } from './resolve-search.ts'
import { expectedOf, lexemesToCount, type SearchStats, searchSteps } from './search-steps.ts'
import { anyOf } from './tsquery.ts'

/** Finding questions by what stands in them. */
export function questionSearchRoute(app: App, pipeline: Pipeline<Tables>): void {
  serve(app, searchQuestionsEndpoint, { onSend: tagReply }, async ({ principal, query }) => {
    const view = viewFor(principal, query.include)
    const openOnly = !seesEverything(principal)
    const found = await pipeline.read((db) => searchQuestions(db, query, { openOnly }))
    const { questions, search, pagination, complete, corrections } = found
    const data = questions.map((question) => ({
      ...render(question, view),
      match: matchOf(question, search),
    }))
    return { success: true as const, data, pagination, complete, corrections }
  })
}

interface FoundQuestions {
  questions: StoredQuestion[]
  pagination: Pagination
  /** What was looked for. */
  search: ResolvedSearch
  corrections: SearchCorrection[]
  /** False when more may match; the rest is on no page. */
  complete: boolean
}

const nothing: ResolvedSearch = { required: [], welcome: [] }

/**
 * One page of the questions that match a search, best first. What doesn't wait for each other is asked at once: given a
 * pipeline, most searches cost two round trips.
 */
async function searchQuestions(
  db: Db,
  query: QuestionSearchQuery,
  { openOnly }: { openOnly: boolean },
): Promise<FoundQuestions> {
  const { page, pageSize, search: typed, ...others } = query
  const [filter, search, asTyped] = await Promise.all([
    filterOf(db, others, openOnly),
    resolveSearch(db, typed),
    readSearchStats(db, lexemesToCount(termsAsTyped(typed), { openOnly })),
  ])
  if (filter === null || search === null) {
    const pagination = paginate(page, pageSize, 0)
    return { questions: [], pagination, search: nothing, corrections: [], complete: true }
  }
  const stats = await completed(db, asTyped, lexemesToCount(search.required, filter))
  const { questions, found, complete } = await findHits(db, {
    steps: searchSteps(search.required, filter, stats),
    expected: expectedOf(search.required, filter, stats),
    rankBy: anyOf([...search.required, ...search.welcome]),
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

/** Only what was typed is known from the beginning, not what it was corrected to, nor the ids that a filter names. */
async function completed(db: Db, stats: SearchStats, lexemes: readonly string[]): Promise<SearchStats> {
  const missing = lexemes.filter((lexeme) => !stats.uses.has(lexeme))
  if (missing.length === 0) return stats
  const { uses, highest } = await readSearchStats(db, missing)
  return { uses: new Map([...stats.uses, ...uses]), highest }
}
