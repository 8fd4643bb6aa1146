import { stemmer } from 'stemmer'

/*
 * What stands in the index beside the words and the code of a text. It begins with a space, which neither does: it is
 * found by nothing that anybody types, not even by a word that is only begun.
 */
export const stemLexeme = (word: string): string => ` stem ${stemmer(word)}`

/** The twins of a lexeme that stands in the title, or in the title or the tags: an index finds those first. */
export const titleTwin = (lexeme: string): string => ` title ${lexeme}`
export const headTwin = (lexeme: string): string => ` head ${lexeme}`

/** A run of 2^bits neighbours by position. */
export const bandLexeme = (bits: number, position: number): string =>
  ` band ${bits} ${Math.floor(position / 2 ** bits)}`

/** As tsvector and tsquery literals want it. */
export const quoteLexeme = (lexeme: string): string =>
  `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
