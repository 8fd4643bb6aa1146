import type { Db } from '../tables.ts'
import { type Candidate, type LookedUp, lookUp } from './repository.ts'
import { type ResolvedSearch, type ResolvedTerm, type SearchTerm, searchTerms } from './tsquery.ts'

/** From this number of uses on, combining all words with the same beginning would be slow … */
const tooManyBegin = 4_096
/** … so only this many of them, the most used ones, are searched for. */
const mostBeginnings = 8

/**
 * Resolves a search against the bank. A word that no question contains is also searched for by its corrections;
 * unknown code is left out if words remain. Null if there is nothing to search for.
 */
export async function resolveSearch(db: Db, search: string): Promise<ResolvedSearch | null> {
  const { required, welcome } = searchTerms(search)
  if (required.length === 0) return null
  const known = await lookUp(db, required, mostBeginnings)
  const hasWords = required.some((term) => term.kind === 'word')
  const usable = required.filter((term) => term.kind === 'word' || known.get(term.text)?.known || !hasWords)
  return {
    required: usable.map((term) => resolve(term, known.get(term.text))),
    welcome: welcome.map((term) => resolve(term, undefined)),
  }
}

function resolve(term: SearchTerm, found: LookedUp | undefined): ResolvedTerm {
  const begun = found?.begun ?? 0
  return {
    ...term,
    corrected: corrections(term.text, found?.candidates ?? []),
    beginnings: begun > tooManyBegin ? (found?.beginnings ?? []) : null,
  }
}

/** With more corrections, the results would have little to do with the search. */
const maxCorrections = 3

/**
 * The words that were probably meant: those with the fewest typos, and of these the most used. One typo is tolerated
 * in 3 to 5 letters, two in longer words; otherwise there are no corrections.
 */
export function corrections(typed: string, candidates: readonly Candidate[]): string[] {
  const length = Array.from(typed).length
  const tolerated = length < 3 ? 0 : length < 6 ? 1 : 2
  const near = candidates
    .map((candidate) => ({ ...candidate, edits: edits(typed, candidate.word) }))
    .filter((candidate) => candidate.edits <= tolerated)
  const fewest = Math.min(...near.map((candidate) => candidate.edits))
  return near
    .filter((candidate) => candidate.edits === fewest)
    .sort((a, b) => b.uses - a.uses || (a.word < b.word ? -1 : 1))
    .slice(0, maxCorrections)
    .map((candidate) => candidate.word)
}

/** A word of which only the beginning matches counts as slightly further away than a whole word. */
function edits(typed: string, word: string): number {
  const { whole, beginning } = editDistance(typed, word)
  return Math.min(whole, beginning + 0.5)
}

/**
 * The number of letters missing, added, replaced or swapped with their neighbor (Damerau 1964, optimal string
 * alignment) between the typed text and a word or, if that is closer, the beginning of the word.
 */
export function editDistance(typed: string, word: string): { whole: number; beginning: number } {
  const [from, to] = [Array.from(typed), Array.from(word)]
  let beforeLast: number[] = []
  let last = to.map((_, column) => column).concat(to.length)
  for (let row = 1; row <= from.length; row += 1) {
    const line = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1]
      const swapped =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      line[column] = Math.min(
        at(last, column) + 1,
        at(line, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
        swapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = line
  }
  return { whole: at(last, to.length), beginning: Math.min(...last) }
}

const at = (line: readonly number[], column: number): number => line[column] ?? Number.POSITIVE_INFINITY
