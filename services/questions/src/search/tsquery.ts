import { stemmer } from 'stemmer'
import type { QuestionFilter } from '../listing/question-filter.ts'
import { filterLexemes, quoteLexeme, stemLexeme } from './lexemes.ts'
import { codePairs, lex, loneMarks, standsAlone, type Token } from './lexer.ts'

/** What a search asks for, each to be found by itself. */
export interface SearchTerm {
  kind: 'word' | 'code'
  text: string
  /** Words that begin with it count, too. */
  open: boolean
}

/** English words that questions are full of: they only count where a search has nothing else. */
const fillers = new Set(
  `a an and are as at be by can do does for from how i in into is it its me my of on or should that the their then
  there these this to use was what when where which who why will with would you your`.split(/\s+/),
)

interface SearchTerms {
  /** All of them must be found. */
  required: SearchTerm[]
  /** May be found, and lift a question where they are. */
  welcome: SearchTerm[]
}

/** The words and the code of a search; both empty where it holds nothing that could be found. */
export function searchTerms(search: string): SearchTerms {
  const tokens = lex(search)
  // Somebody may still be typing the last word. A single letter begins too many.
  const mayGoOn = (token: Token) => token === tokens.at(-1) && Array.from(token.text).length > 1
  const words = tokens
    .filter((token) => token.kind === 'word')
    .map((token): SearchTerm => ({ kind: 'word', text: token.text, open: mayGoOn(token) }))
  const pairs = codePairs(tokens).map(({ text, open }): SearchTerm => ({ kind: 'code', text, open }))
  const marks = loneMarks(tokens)
    .filter((mark) => standsAlone(tokens, mark))
    .map(({ text }): SearchTerm => ({ kind: 'code', text, open: false }))
  const all = distinct([...words, ...pairs, ...marks])
  const telling = all.filter(({ kind, text }) => kind === 'code' || !fillers.has(text))
  if (telling.length === 0) return { required: all, welcome: [] }
  return { required: telling, welcome: all.filter((term) => !telling.includes(term)) }
}

const distinct = (terms: readonly SearchTerm[]): SearchTerm[] => [
  ...new Map(terms.map((term) => [term.text, term])).values(),
]

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
