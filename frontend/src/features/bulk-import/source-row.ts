import type { QuestionFormat } from '@rehearse/contracts'
import type { ParseDefaults, ParsedQuestion } from '@rehearse/question-formats'

/** One question of a source: where it stands, how it is written, and what was understood. */
export interface SourceRow {
  /** From 0. */
  index: number
  /** From 1, where the format has lines. */
  line?: number
  title: string
  /** The lines that it is made of. */
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
  rows: SourceRow[]
}
