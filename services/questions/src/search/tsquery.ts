import { stemmer } from 'stemmer'
import type { QuestionFilter } from '../question-filter.ts'
import { codePairs, isStandalone, lex, standalonePunctuation, type Token } from '../search-index/lexer.ts'
import { headLexeme, quoteLexeme, stemLexeme } from '../search-index/search-vector.ts'

/** One part of a search, which is searched for separately. */
export interface SearchTerm {
  kind: 'word' | 'code'
  text: string
  /** Words that begin with it match, too. */
  open: boolean
}

/** Common English words: they are required only if a search contains nothing else. */
const fillers = new Set(
  `a an and are as at be by can do does for from how i in into is it its me my of on or should that the their then
  there these this to use was what when where which who why will with would you your`.split(/\s+/),
)

interface SearchTerms {
  /** Terms that must all match. */
  required: SearchTerm[]
  /** Terms that may match, and improve the rank if they do. */
  welcome: SearchTerm[]
}

/** The words and the code of a search; both empty if nothing in it is searchable. */
export function searchTerms(search: string): SearchTerms {
  const tokens = lex(search)
  // The last word may be incomplete, except for a single letter, which begins too many words.
  const mayGoOn = (token: Token) => token === tokens.at(-1) && Array.from(token.text).length > 1
  const words = tokens
    .filter((token) => token.kind === 'word')
    .map((token): SearchTerm => ({ kind: 'word', text: token.text, open: mayGoOn(token) }))
  const pairs = codePairs(tokens).map(({ text, open }): SearchTerm => ({ kind: 'code', text, open }))
  const marks = standalonePunctuation(tokens)
    .filter((mark) => isStandalone(tokens, mark))
    .map(({ text }): SearchTerm => ({ kind: 'code', text, open: false }))
  const all = distinct([...words, ...pairs, ...marks])
  const meaningful = all.filter(({ kind, text }) => kind === 'code' || !fillers.has(text))
  if (meaningful.length === 0) return { required: all, welcome: [] }
  return { required: meaningful, welcome: all.filter((term) => !meaningful.includes(term)) }
}

const distinct = (terms: readonly SearchTerm[]): SearchTerm[] => [
  ...new Map(terms.map((term) => [term.text, term])).values(),
]

/** A term with its possible forms: the term itself, its completions and its corrections. */
export interface ResolvedTerm extends SearchTerm {
  corrected: readonly string[]
  /**
   * The completions of an open term that very many words begin with; otherwise null, and all words that begin with it
   * match.
   */
  beginnings: readonly string[] | null
}

export interface ResolvedSearch {
  /** Terms that must all match. */
  required: ResolvedTerm[]
  welcome: ResolvedTerm[]
}

/** What to search for and how to rank it, as tsqueries. */
export function hitQueryOf({ required, welcome }: ResolvedSearch, filter: QuestionFilter) {
  const [anywhere, head] = [allOf(required), allOf(required, headLexeme)]
  const conditions = filterConditions(filter)
  return {
    inHead: [head, ...conditions].join(' & '),
    elsewhere: [anywhere, ...conditions, `!(${head})`].join(' & '),
    // The more terms match, the higher the rank.
    rankBy: [...required, ...welcome].map((term) => `(${anyForm(term)})`).join(' | '),
  }
}

type LexemeMapping = (lexeme: string) => string
const itself: LexemeMapping = (lexeme) => lexeme

/** A tsquery literal that matches questions with all of the terms. */
export const allOf = (terms: readonly ResolvedTerm[], mapLexeme?: LexemeMapping): string =>
  terms.map((term) => `(${anyForm(term, mapLexeme)})`).join(' & ')

/** The conditions of a filter, as tsquery literals that must all match: see keep_question_search(). */
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

/** The term as typed, completed, by its stem, and corrected. */
function anyForm(term: ResolvedTerm, mapLexeme = itself): string {
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
    quoteLexeme(mapLexeme(term.text)) + (open ? ':*' : ''),
    ...Array.from(others, (lexeme) => quoteLexeme(mapLexeme(lexeme))),
  ].join(' | ')
}
