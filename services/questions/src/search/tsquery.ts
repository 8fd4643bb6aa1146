import { stemmer } from 'stemmer'
import type { QuestionFilter } from '../question-filter.ts'
import { codePairs, lex, loneMarks, standsAlone, type Token } from '../search-index/lexer.ts'
import { headTwin, quoteLexeme, stemLexeme } from '../search-index/search-vector.ts'

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
  // The last word may be incomplete. A single letter is the start of too many words.
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
  /** The words that an open term is taken for, where very many begin so; else null, and all of them count. */
  beginnings: readonly string[] | null
}

export interface ResolvedSearch {
  /** All of them must be found. */
  required: ResolvedTerm[]
  welcome: ResolvedTerm[]
}

/** What to look for and how to rank it, as tsqueries. */
export function hitQueryOf({ required, welcome }: ResolvedSearch, filter: QuestionFilter) {
  const [anywhere, head] = [allOf(required), allOf(required, headTwin)]
  const conditions = filterConditions(filter)
  return {
    inHead: [head, ...conditions].join(' & '),
    elsewhere: [anywhere, ...conditions, `!(${head})`].join(' & '),
    // The more terms, the higher.
    rankBy: [...required, ...welcome].map((term) => `(${anyForm(term)})`).join(' | '),
  }
}

type Twin = (lexeme: string) => string
const itself: Twin = (lexeme) => lexeme

/** Finds questions that have all the terms, as a tsquery literal. */
export const allOf = (terms: readonly ResolvedTerm[], twin?: Twin): string =>
  terms.map((term) => `(${anyForm(term, twin)})`).join(' & ')

/** What a filter adds, as tsquery literals of which all must hold: see keep_question_search(). */
export function filterConditions(filter: QuestionFilter): string[] {
  const values: readonly [name: string, value: string | null | undefined][] = [
    ['category', filter.categoryId],
    ['topic', filter.topicId],
    ['path', filter.learningPathId],
    ['section', filter.sectionId],
    ['subcategory', filter.subcategory],
    ['difficulty', filter.difficulty],
    ['type', filter.type],
    ['selection', filter.selection],
    ...(filter.tags ?? []).map((tag): [string, string] => ['tag', tag]),
  ]
  const states: readonly [name: string, isOtherwise: boolean | undefined][] = [
    ['inactive', filter.isActive],
    ['unapproved', filter.approved],
  ]
  return [
    ...values.flatMap(([name, value]) => (value == null ? [] : [quoteLexeme(` ${name} ${value}`)])),
    ...(filter.learningPathId === null ? [`!${quoteLexeme(' path ')}:*`] : []),
    ...states.flatMap(([name, isOtherwise]) => [
      ...(isOtherwise === false ? [quoteLexeme(` ${name}`)] : []),
      ...(filter.openOnly || isOtherwise ? [`!${quoteLexeme(` ${name}`)}`] : []),
    ]),
  ]
}

/** As typed, as it may go on, by its stem, and corrected. */
function anyForm(term: ResolvedTerm, twin = itself): string {
  const words = term.kind === 'word' ? [term.text, ...term.corrected] : []
  const others = new Set([
    ...(term.beginnings ?? []),
    ...words,
    ...words.map(stemLexeme),
    ...words.map((word) => stemmer(word)),
  ])
  others.delete(term.text)
  const open = term.open && term.beginnings === null
  return [
    quoteLexeme(twin(term.text)) + (open ? ':*' : ''),
    ...Array.from(others, (lexeme) => quoteLexeme(twin(lexeme))),
  ].join(' | ')
}
