import type { QuestionFilter } from '../listing/question-filter.ts'
import { bandLexeme, filterLexemes, headTwin, quoteLexeme, titleTwin } from './lexemes.ts'
import { allOf, filterConditions, formsOf, itself, type ResolvedTerm } from './tsquery.ts'

/** As many hits as a search wants; what goes on after these is looked for no further. */
export const enoughHits = 1_000

/** Rough counts of the bank: enough to distinguish rare from common. */
export interface SearchStats {
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
  stats: SearchStats,
): string[] {
  return places.flatMap((twin) => {
    const query = [allOf(required, twin), ...filterConditions(filter)].join(' & ')
    const newest = newestBands(conditionsOf(required, filter, stats, twin), stats.highest)
    return newest === null ? [query] : [`${query} & (${newest})`, query]
  })
}

/** How many questions a search will probably find, wherever its terms stand. */
export const expectedOf = (
  required: readonly ResolvedTerm[],
  filter: QuestionFilter,
  stats: SearchStats,
): number => expectedHits(conditionsOf(required, filter, stats, itself), stats.highest)

/** All lexemes whose counts decide on the steps. */
export const lexemesToCount = (required: readonly ResolvedTerm[], filter: QuestionFilter): string[] => [
  ...filterLexemes(filter).all,
  ...required.flatMap((term) => places.flatMap((twin) => formsOf(term).map(({ lexeme }) => twin(lexeme)))),
]

/** By the terms and the filter. Of what only admins find nothing is known: it is rare. */
function conditionsOf(
  required: readonly ResolvedTerm[],
  filter: QuestionFilter,
  { uses }: SearchStats,
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

/** More are expected than needed: conditions are not quite independent of each other. */
const surplus = 1.3
/** Bits of the bands that there are; see keep_question_search(). */
const bandBits = [10, 12, 14, 16, 18, 20]
/** Each is one more condition to look at for each entry. */
const mostBands = 7

/** What Postgres takes to pass an entry of the index, and to fetch a hit and put it in order, in microseconds. */
const entryCost = 0.25
const hitCost = 0.45

/** One of the things that a question must have, which is one of some lexemes. */
interface Condition {
  /** How many questions have each of the lexemes. */
  lexemes: readonly number[]
  /** How many have any of them, roughly. */
  questions: number
}

/** A run of neighbours by position, and how many of them there are. */
interface Band {
  lexeme: string
  size: number
}

/** How many questions have all that is asked for, if one had nothing to do with the other. */
const expectedHits = (conditions: readonly Condition[], highest: number): number =>
  conditions.reduce((hits, { questions }) => hits * Math.min(1, questions / highest), highest)

/**
 * The newest bands that probably hold enough hits, as a tsquery; null where looking through all hits is as quick.
 * @param highest the largest position of a question
 */
function newestBands(conditions: readonly Condition[], highest: number): string | null {
  const density = expectedHits(conditions, highest) / highest
  const wanted = (surplus * enoughHits) / density
  let best: { bands: Band[]; cost: number } = { bands: [], cost: costOf(conditions, density * highest) }
  for (const bits of bandBits.filter((some) => wanted < highest && wanted <= mostBands * 2 ** some)) {
    const bands = bandsFor(wanted, bits, highest)
    const lexemes = bands.map(({ size }) => size)
    const questions = sum(lexemes)
    const cost = costOf([...conditions, { lexemes, questions }], density * questions)
    if (cost < best.cost) best = { bands, cost }
  }
  const { bands } = best
  return bands.length === 0 ? null : bands.map(({ lexeme }) => quoteLexeme(lexeme)).join(' | ')
}

/** From the newest one on, which may have only begun. */
function bandsFor(wanted: number, bits: number, highest: number): Band[] {
  const bands: Band[] = []
  for (let end = highest, left = wanted; left > 0 && end >= 0; ) {
    const size = (end % 2 ** bits) + 1
    bands.push({ lexeme: bandLexeme(bits, end), size })
    left -= size
    end -= size
  }
  return bands
}

/**
 * A GIN index passes all entries of the rarest lexemes: of as many as it takes until one condition has none left. For
 * each of these it only looks whether the others have it, too.
 */
function costOf(conditions: readonly Condition[], hits: number): number {
  const left = conditions.map(({ lexemes }) => lexemes.length)
  const byRarity = conditions
    .flatMap(({ lexemes }, index) => lexemes.map((count) => ({ count, index })))
    .sort((a, b) => a.count - b.count)
  let passed = 0
  for (const { count, index } of byRarity) {
    passed += count
    left[index] = (left[index] ?? 0) - 1
    if (left[index] === 0) break
  }
  return passed * entryCost + hits * hitCost
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
