import { stemmer } from 'stemmer'
import { codePairs, loneMarks } from './code-lexemes.ts'
import { lex, type Token } from './lex.ts'

/** Raised whenever the same question would get another vector: what is stored is then made anew at the next start. */
export const searchVersion = 1

/** What a question is found by. Never its explanation, nor which option is right: visitors could search the key out. */
export interface SearchableQuestion {
  title: string
  tags: readonly string[]
  content: string
  options: readonly { text: string }[]
}

/** Also lexemes, but no words of the text: a space tells them apart, for those have none. */
export const stemLexeme = (word: string): string => `stem ${stemmer(word)}`
/** The twin of a lexeme that stands in the title or the tags, so that an index finds those first. */
export const headLexeme = (lexeme: string): string => `head ${lexeme}`

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
  for (const [index, texts] of fields.entries()) {
    const place = `${index + 1}${'ABCD'[index]}`
    for (const lexeme of new Set(texts.flatMap(lexemesOf))) {
      places.set(lexeme, [...(places.get(lexeme) ?? []), place])
      if (index < 2) places.set(headLexeme(lexeme), [place])
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

/** As tsvector and tsquery literals want it. */
export const quoteLexeme = (lexeme: string): string =>
  `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
