import type { QuestionFormat } from '@rehearse/contracts'
import type { ParseDefaults, ParsedQuestion } from '@rehearse/question-formats'

/** One question of a source: its position, its text, and its parsed form. */
export interface SourceRow {
  /** From 0. */
  index: number
  /** From 1, if the format has lines. */
  line?: number
  title: string
  /** Its source lines. */
  source: string
  question?: ParsedQuestion['row']
  error?: string
  warnings: string[]
}

export interface ReadingOrder {
  content: string
  format?: QuestionFormat | undefined
  fileName?: string | undefined
  section?: ParseDefaults['section'] | undefined
}

export interface ReadSource {
  format: QuestionFormat
  /** The name of a sheet, whose lines are its rows. */
  fileName?: string
  /** What isn't imported of a sheet, besides its rows. */
  notes?: string[]
  rows: SourceRow[]
}

/** Splits into lines like the parsers do. */
export const linesOf = (content: string): string[] => content.replace(/^\uFEFF/, '').split(/\r\n?|\n/)

/** Whether every question begins on a separate line, in order. */
export const haveLineNumbers = (places: readonly (number | undefined)[]): places is readonly number[] =>
  places.every((line, index) => line !== undefined && line > (places[index - 1] ?? 0))

/** @returns the source text of the question at a position; JSON is reformatted with line breaks */
export function sourceOf(
  lines: readonly string[],
  format: QuestionFormat,
  content: string,
  places: readonly (number | undefined)[],
): (index: number) => string {
  if (haveLineNumbers(places)) {
    return (index) => {
      const begin = (places[index] ?? 1) - 1
      const end = (places[index + 1] ?? lines.length + 1) - 1
      return lines.slice(begin, end).join('\n').trimEnd()
    }
  }
  const rows = format === 'json' ? rawRows(content) : []
  return (index) => (index in rows ? JSON.stringify(rows[index], null, 2) : '')
}

/** The array elements of a JSON source, valid or not. */
export function rawRows(content: string): unknown[] {
  try {
    const value: unknown = JSON.parse(content.replace(/^\uFEFF/, ''))
    if (Array.isArray(value)) return value
    if (
      typeof value === 'object' &&
      value !== null &&
      'questions' in value &&
      Array.isArray(value.questions)
    ) {
      return value.questions
    }
  } catch {
    // Invalid JSON has no rows.
  }
  return []
}
