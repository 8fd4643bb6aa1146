import { stemmer } from 'stemmer'
import type { QuestionFilter } from '../question-filter.ts'

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

/** What a filter asks of the index. */
interface FilterLexemes {
  /** A question has all of these … */
  all: string[]
  /** … and none of these, which few have. */
  none: string[]
}

/** The lexemes by which keep_question_search() indexes the taxonomy of a question. */
export function filterLexemes(filter: QuestionFilter): FilterLexemes {
  const values: readonly [name: string, value: string | undefined][] = [
    ['category', filter.categoryId],
    ['topic', filter.topicId],
    ['path', filter.learningPathId ?? undefined],
    ['section', filter.sectionId],
    ['subcategory', filter.subcategory],
    ['difficulty', filter.difficulty],
    ['type', filter.type],
    ['selection', filter.selection],
    ...(filter.tags ?? []).map((tag): [string, string] => ['tag', tag]),
  ]
  const states: readonly [lexeme: string, wanted: boolean | undefined][] = [
    [' inactive', filter.isActive === false],
    [' unapproved', filter.approved === false],
  ]
  const refused: readonly [lexeme: string, refused: boolean | undefined][] = [
    [' inactive', filter.openOnly || filter.isActive],
    [' unapproved', filter.openOnly || filter.approved],
  ]
  const chosen = (all: readonly [string, boolean | undefined][]) =>
    all.flatMap(([lexeme, yes]) => (yes ? [lexeme] : []))
  return {
    all: [
      ...values.flatMap(([name, value]) => (value === undefined ? [] : [` ${name} ${value}`])),
      ...chosen(states),
    ],
    none: chosen(refused),
  }
}
