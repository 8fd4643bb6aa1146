import type { QuestionFormat } from '@rehearse/contracts'

/** A text that questions are read from, typed, pasted or out of a file. */
export interface Source {
  content: string
  fileName?: string
  /** What it is read as, where that is not left to be told from the text. */
  format?: QuestionFormat
}

export type TextMode = 'json' | 'markdown' | 'any'
export type Sources = Record<TextMode, Source>

export const emptySources: Sources = {
  json: { content: '' },
  markdown: { content: '' },
  any: { content: '' },
}

/** Two of the ways in say what the text is; the third leaves it to the text, unless somebody says. */
export const formatOf = (mode: TextMode | 'form', source: Source): QuestionFormat | undefined =>
  mode === 'json' || mode === 'markdown' ? mode : source.format

/** Characters that a text field can hold without making the page slow. */
export const EDITABLE = 300_000
