import { codePairs, loneMarks, standsAlone } from './code-lexemes.ts'
import { lex, type Token } from './lexer.ts'

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

export interface SearchTerms {
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
