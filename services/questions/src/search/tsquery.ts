import { stemmer } from 'stemmer'
import type { QuestionFilter } from '../listing/question-filter.ts'
import { filterLexemes } from './filter-lexemes.ts'
import { quoteLexeme, stemLexeme } from './lexemes.ts'
import type { SearchTerm } from './search-terms.ts'

/** A term as it is to be looked for: itself, as it may go on, and what it was probably meant to be. */
export interface ResolvedTerm extends SearchTerm {
  corrected: readonly string[]
  /** How many questions, counted once for each, have words that begin with an open term. */
  begun: number
  /** The words that an open term is taken for, where very many begin so; else null, and all of them count. */
  beginnings: readonly string[] | null
}

/** A lexeme, or all that begin with it. */
export interface Form {
  lexeme: string
  open: boolean
  /** Forms of one stem mostly stand for the same place. */
  stem: string
}

type Twin = (lexeme: string) => string
export const itself: Twin = (lexeme) => lexeme

/** Finds questions that have all the terms, as a tsquery literal. */
export const allOf = (terms: readonly ResolvedTerm[], twin: Twin = itself): string =>
  terms.map((term) => `(${anyForm(term, twin)})`).join(' & ')

/** Ranks what was found: the more terms, the higher. */
export const anyOf = (terms: readonly ResolvedTerm[]): string =>
  terms.map((term) => `(${anyForm(term, itself)})`).join(' | ')

/** What a filter adds, as tsquery literals of which all must hold. */
export function filterConditions(filter: QuestionFilter): string[] {
  const { all, none } = filterLexemes(filter)
  const inNoPath = filter.learningPathId === null ? [`!${quoteLexeme(' path ')}:*`] : []
  return [...all.map(quoteLexeme), ...none.map((lexeme) => `!${quoteLexeme(lexeme)}`), ...inNoPath]
}

/** As typed, as it may go on, by its stem, and corrected. */
export function formsOf(term: ResolvedTerm): Form[] {
  const words = term.kind === 'word' ? [term.text, ...term.corrected] : []
  const whole = [
    ...(term.beginnings ?? []).map((word) => [word, word]),
    ...words.map((word) => [word, word]),
    ...words.map((word) => [word, stemLexeme(word)]),
    ...words.map((word) => [word, stemmer(word)]),
  ] as [word: string, lexeme: string][]
  const others = new Map(whole.map(([word, lexeme]) => [lexeme, stemmer(word)]))
  others.delete(term.text)
  return [
    { lexeme: term.text, open: term.open && term.beginnings === null, stem: stemmer(term.text) },
    ...Array.from(others, ([lexeme, stem]) => ({ lexeme, open: false, stem })),
  ]
}

const anyForm = (term: ResolvedTerm, twin: Twin): string =>
  formsOf(term)
    .map(({ lexeme, open }) => quoteLexeme(twin(lexeme)) + (open ? ':*' : ''))
    .join(' | ')
