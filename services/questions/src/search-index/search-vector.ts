import { stemmer } from 'stemmer'
import { codePairs, lex, standalonePunctuation, type Token } from './lexer.ts'

/**
 * Increment it whenever the same question would get a different vector or content hash, as after a change of
 * `foldText`: stored ones are rebuilt at the next startup.
 */
export const searchVersion = 4

/**
 * The searchable fields of a question. They never include the explanation or which options are correct, since
 * visitors could find the key by searching.
 */
export interface SearchableQuestion {
  title: string
  tags: readonly string[]
  content: string
  options: readonly { text: string }[]
}

/** Postgres allows a megabyte of lexemes and positions, and rejects a longer tsvector. */
const VECTOR_BYTES = 900_000
/** Bytes that a lexeme needs besides its text: a position per field, and padding. */
const LEXEME_OVERHEAD = 12

/**
 * A question as a tsvector literal: its words, their English stems and its code. A lexeme's position is its field,
 * once per field: ranking needs no more, and a short vector is fast to rank.
 */
export function searchVector(question: SearchableQuestion): string {
  const fields = [
    [question.title],
    question.tags,
    [question.content],
    question.options.map((option) => option.text),
  ]
  const places = new Map<string, string[]>()
  let bytes = 0
  const add = (lexeme: string, place: string) => {
    const known = places.get(lexeme)
    bytes += known ? 0 : Buffer.byteLength(lexeme) + LEXEME_OVERHEAD
    // Title and tags come first, so that the last words of an oversized question are left out.
    if (known === undefined && bytes > VECTOR_BYTES) return
    places.set(lexeme, [...(known ?? []), place])
  }
  for (const [index, texts] of fields.entries()) {
    const place = `${index + 1}${'ABCD'[index]}`
    for (const lexeme of new Set(texts.flatMap(lexemesOf))) {
      add(lexeme, place)
      if (index < 2) places.set(headLexeme(lexeme), [place])
    }
  }
  return [...places].map(([lexeme, at]) => `${quoteLexeme(lexeme)}:${at.join(',')}`).join(' ')
}

function lexemesOf(text: string): string[] {
  const tokens = lex(text)
  const words = tokens.filter((token) => token.kind === 'word').map((token) => token.text)
  return [
    ...words,
    ...words.flatMap(stems),
    ...[...codePairs(tokens), ...standalonePunctuation(tokens)].map(textOf),
  ]
}

/** Only stems that differ from the word, which is indexed anyway. */
const stems = (word: string): string[] => (stemmer(word) === word ? [] : [stemLexeme(word)])

const textOf = ({ text }: Pick<Token, 'text'>): string => text

/* The index entry of a stem. It begins with a space, unlike words and code, so no typed word or prefix matches it. */
export const stemLexeme = (word: string): string => ` stem ${stemmer(word)}`

/** The additional lexeme for words in the title or the tags, so that the index finds these first. */
export const headLexeme = (lexeme: string): string => ` head ${lexeme}`

/** Quoted for tsvector and tsquery literals. */
export const quoteLexeme = (lexeme: string): string =>
  `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
