import { stemmer } from 'stemmer'
import { codePairs, lex, loneMarks, type Token } from './lexer.ts'

/** Raised whenever the same question would get another vector: stored vectors are then rebuilt at the next start. */
export const searchVersion = 3

/** What a question is found by. Never its explanation, nor which option is right: visitors could search the key out. */
export interface SearchableQuestion {
  title: string
  tags: readonly string[]
  content: string
  options: readonly { text: string }[]
}

/** Postgres takes a megabyte of lexemes and positions, and refuses the question beyond it. */
const VECTOR_BYTES = 900_000
/** What a lexeme takes beside its bytes: a position for each field, and padding. */
const LEXEME_OVERHEAD = 12

/**
 * A question as a tsvector literal: its words, their English stems and its code. A lexeme's position is the field it
 * stands in, once per field: that is all that ranking asks for, and a short vector is quick to rank.
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
    // Title and tags come first: of far too many words the last ones are left out.
    if (known === undefined && bytes > VECTOR_BYTES) return
    places.set(lexeme, [...(known ?? []), place])
  }
  for (const [index, texts] of fields.entries()) {
    const place = `${index + 1}${'ABCD'[index]}`
    for (const lexeme of new Set(texts.flatMap(lexemesOf))) {
      add(lexeme, place)
      if (index < 2) places.set(headTwin(lexeme), [place])
    }
  }
  return [...places].map(([lexeme, at]) => `${quoteLexeme(lexeme)}:${at.join(',')}`).join(' ')
}

function lexemesOf(text: string): string[] {
  const tokens = lex(text)
  const words = tokens.filter((token) => token.kind === 'word').map((token) => token.text)
  return [...words, ...words.flatMap(stems), ...[...codePairs(tokens), ...loneMarks(tokens)].map(textOf)]
}

/** Only where it differs: the word itself is there anyway. */
const stems = (word: string): string[] => (stemmer(word) === word ? [] : [stemLexeme(word)])

const textOf = ({ text }: Pick<Token, 'text'>): string => text

/*
 * What stands in the index beside the words and the code of a text. It begins with a space, which neither does: it is
 * found by nothing that anybody types, not even by a word that is only begun.
 */
export const stemLexeme = (word: string): string => ` stem ${stemmer(word)}`

/** The twin of a lexeme that is in the title or the tags: an index finds those first. */
export const headTwin = (lexeme: string): string => ` head ${lexeme}`

/** As tsvector and tsquery literals want it. */
export const quoteLexeme = (lexeme: string): string =>
  `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
