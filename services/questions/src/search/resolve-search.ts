import type { Db } from '../tables.ts'
import { corrections } from './corrections.ts'
import { type LookedUp, lookUp } from './repository.ts'
import { type SearchTerm, searchTerms } from './search-terms.ts'
import type { ResolvedTerm } from './tsquery.ts'

export interface ResolvedSearch {
  /** All of them must be found. */
  required: ResolvedTerm[]
  welcome: ResolvedTerm[]
}

/** Uses from which on an index would be slow to bring together all words that begin alike … */
const tooManyBegin = 4_096
/** … and how many of these, the most used ones, are looked for instead. */
const mostBeginnings = 8

/**
 * What a search asks of the bank. A word that no question has is also looked for as what it was probably meant to be;
 * code that no question has is left out where words remain. Null when there is nothing to look for.
 */
export async function resolveSearch(db: Db, search: string): Promise<ResolvedSearch | null> {
  const { required, welcome } = searchTerms(search)
  if (required.length === 0) return null
  const known = await lookUp(db, required, mostBeginnings)
  const hasWords = required.some((term) => term.kind === 'word')
  const kept = required.filter((term) => term.kind === 'word' || known.get(term.text)?.known || !hasWords)
  return {
    required: kept.map((term) => resolve(term, known.get(term.text))),
    welcome: welcome.map((term) => resolve(term, undefined)),
  }
}

/** The terms of a search that must be found, before anything is known of the bank. */
export const termsAsTyped = (search: string): ResolvedTerm[] =>
  searchTerms(search).required.map((term) => resolve(term, undefined))

function resolve(term: SearchTerm, found: LookedUp | undefined): ResolvedTerm {
  const begun = found?.begun ?? 0
  return {
    ...term,
    corrected: corrections(term.text, found?.candidates ?? []),
    begun,
    beginnings: begun > tooManyBegin ? (found?.beginnings ?? []) : null,
  }
}
