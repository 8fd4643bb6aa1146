import type { QuestionFilter } from '../questions/listing/question-filter.ts'
import { filterLexemes } from './filter-lexemes.ts'
import { bandLexeme, headTwin, quoteLexeme, titleTwin } from './lexemes.ts'
import { allOf, filterConditions, formsOf, itself, type ResolvedTerm } from './tsquery.ts'

/** What is roughly known of the bank: enough to tell rare from common. */
export interface SearchFigures {
  /** How many open questions have a lexeme. */
  uses: ReadonlyMap<string, number>
  /** The largest position of a question. */
  highest: number
}

/** As many hits as a search wants; what goes on after these is looked for no further. */
export const enoughHits = 1_000

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
    const newest = newestBands(countsOf(required, filter, figures, twin), figures.highest)
    return newest === null ? [query] : [`${query} & (${newest})`, query]
  })
}

/** All lexemes that steps are judged by. */
export const lexemesToCount = (required: readonly ResolvedTerm[], filter: QuestionFilter): string[] => [
  ...filterLexemes(filter).all,
  ...required.flatMap((term) => places.flatMap((twin) => formsOf(term).map(({ lexeme }) => twin(lexeme)))),
]

/** How many questions have each of the conditions, at most. */
function countsOf(
  required: readonly ResolvedTerm[],
  filter: QuestionFilter,
  { uses }: SearchFigures,
  twin: (lexeme: string) => string,
): number[] {
  const terms = required.map((term) =>
    formsOf(term).reduce(
      (sum, { lexeme, open }) => sum + (open ? term.begun : (uses.get(twin(lexeme)) ?? 0)),
      0,
    ),
  )
  // Nothing is known of what only admins find: it is rare.
  return [...terms, ...filterLexemes(filter).all.map((lexeme) => uses.get(lexeme) ?? 0)]
}

/** More than are expected to be needed: conditions are not quite independent of each other. */
const surplus = 1.3
/** Bits of the bands that there are; see keep_question_search(). */
const bandBits = [10, 12, 14, 16, 18, 20]
const mostBands = 3

/** The newest bands that probably hold enough hits, as a tsquery; null where looking through all hits is as quick. */
function newestBands(counts: readonly number[], highest: number): string | null {
  const density = counts.reduce((product, count) => product * Math.min(1, count / highest), 1)
  const wanted = (surplus * enoughHits) / density
  const bits = bandBits.find((some) => wanted <= mostBands * 2 ** some)
  if (bits === undefined || 1.5 * wanted >= Math.min(...counts)) return null
  // The newest band may have only begun.
  const bands = 1 + Math.ceil(wanted / 2 ** bits)
  const positions = Array.from({ length: bands }, (_, index) => highest - index * 2 ** bits)
  return positions
    .filter((position) => position >= 0)
    .map((position) => quoteLexeme(bandLexeme(bits, position)))
    .join(' | ')
}
