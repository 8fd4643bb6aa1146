import type { QuestionFilter } from '../listing/question-filter.ts'
import { filterLexemes } from './filter-lexemes.ts'
import { headTwin, titleTwin } from './lexemes.ts'
import { type Condition, expectedHits, newestBands, sum } from './newest-bands.ts'
import { allOf, filterConditions, formsOf, itself, type ResolvedTerm } from './tsquery.ts'

/** What is roughly known of the bank: enough to tell rare from common. */
export interface SearchFigures {
  /** How many open questions have a lexeme. */
  uses: ReadonlyMap<string, number>
  /** The largest position of a question. */
  highest: number
}

/** Where terms may stand, the best place first, each with those before it. */
const places = [titleTwin, headTwin, itself]

/**
 * Where to look for hits, as tsqueries: what has all terms in its title, then in title and tags, then anywhere. Each is
 * to be asked only while none before it has found enough; the last one finds all. Where very many match, the newest of
 * them, which are enough, are a step of their own: an index can pass the older ones over, so that the time grows but
 * with the square root of the questions.
 */
export function searchSteps(
  required: readonly ResolvedTerm[],
  filter: QuestionFilter,
  figures: SearchFigures,
): string[] {
  return places.flatMap((twin) => {
    const query = [allOf(required, twin), ...filterConditions(filter)].join(' & ')
    const newest = newestBands(conditionsOf(required, filter, figures, twin), figures.highest)
    return newest === null ? [query] : [`${query} & (${newest})`, query]
  })
}

/** How many questions a search will probably find, wherever its terms stand. */
export const expectedOf = (
  required: readonly ResolvedTerm[],
  filter: QuestionFilter,
  figures: SearchFigures,
): number => expectedHits(conditionsOf(required, filter, figures, itself), figures.highest)

/** All lexemes that steps are judged by. */
export const lexemesToCount = (required: readonly ResolvedTerm[], filter: QuestionFilter): string[] => [
  ...filterLexemes(filter).all,
  ...required.flatMap((term) => places.flatMap((twin) => formsOf(term).map(({ lexeme }) => twin(lexeme)))),
]

/** By the terms and the filter. Of what only admins find nothing is known: it is rare. */
function conditionsOf(
  required: readonly ResolvedTerm[],
  filter: QuestionFilter,
  { uses }: SearchFigures,
  twin: (lexeme: string) => string,
): Condition[] {
  const terms = required.map((term): Condition => {
    const byStem = new Map<string, number>()
    const lexemes = formsOf(term).map(({ lexeme, open, stem }) => {
      const count = open ? term.begun : (uses.get(twin(lexeme)) ?? 0)
      byStem.set(stem, Math.max(count, byStem.get(stem) ?? 0))
      return count
    })
    return { lexemes, questions: sum([...byStem.values()]) }
  })
  const filters = filterLexemes(filter).all.map((lexeme) => uses.get(lexeme) ?? 0)
  return [...terms, ...filters.map((count) => ({ lexemes: [count], questions: count }))]
}
