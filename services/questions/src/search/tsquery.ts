import { stemmer } from 'stemmer'
import type { SearchTerm } from './search-terms.ts'
import { headLexeme, quoteLexeme, stemLexeme } from './search-vector.ts'

/** A term as it is to be looked for: itself, and what it was probably meant to be. */
export interface ResolvedTerm extends SearchTerm {
  corrected: readonly string[]
}

type Twin = (lexeme: string) => string
const itself: Twin = (lexeme) => lexeme

/** Finds questions that have all the terms, as a tsquery literal. */
export const allOf = (terms: readonly ResolvedTerm[], twin: Twin = itself): string =>
  terms.map((term) => `(${anyForm(term, twin)})`).join(' & ')

/** The same with all terms in the title and the tags. */
export const allInHead = (terms: readonly ResolvedTerm[]): string => allOf(terms, headLexeme)

/** Ranks what was found: the more terms, the higher. */
export const anyOf = (terms: readonly ResolvedTerm[]): string =>
  terms.map((term) => `(${anyForm(term, itself)})`).join(' | ')

/** As typed, as it may go on, by its stem, and corrected. */
function anyForm(term: ResolvedTerm, twin: Twin): string {
  const literal = (lexeme: string, open = false) => quoteLexeme(twin(lexeme)) + (open ? ':*' : '')
  const forms = [literal(term.text, term.open)]
  for (const word of term.kind === 'word' ? [term.text, ...term.corrected] : []) {
    if (word !== term.text) forms.push(literal(word))
    forms.push(literal(stemLexeme(word)))
    if (stemmer(word) !== word) forms.push(literal(stemmer(word)))
  }
  return forms.join(' | ')
}
