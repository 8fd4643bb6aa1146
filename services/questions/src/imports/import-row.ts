import type { QuestionOption, QuestionRow } from '@rehearse/contracts'

/** A row that can be stored: checked, with its options settled. */
export interface ImportRow {
  /** Position in the source, from 0. */
  index: number
  /** Line in the source, from 1. */
  line?: number
  row: QuestionRow
  options: QuestionOption[]
  contentHash: Buffer
}

/** What is wrong, or only odd, with one row. */
export interface RowIssue {
  index: number
  line?: number
  title: string
  error: string
}

/** Everything that a source holds, the good and the bad. */
export interface ReadRows {
  rows: ImportRow[]
  errors: RowIssue[]
  warnings: RowIssue[]
}
