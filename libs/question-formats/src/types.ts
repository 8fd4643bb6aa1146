import type { Difficulty, QuestionFormat, QuestionRowInput, QuestionTypeInput } from '@rehearse/contracts'

/** One question as read from a source: complete, defaults filled in, and valid for `questionRow`. */
export interface ParsedQuestion {
  /** Position in the source, from 0; invalid questions count too. */
  index: number
  /** Where the question begins, from 1. */
  line?: number
  /** What the source calls it for life, whatever its title: shipped questions have one. */
  id?: string
  row: QuestionRowInput
}

/** What is wrong (or only odd) with one question; at most one error per question. */
export interface ParseIssue {
  index: number
  line?: number
  /** As far as it could be read; empty when there is none. */
  title: string
  /** Names the question by number: `Question 3: Must have at least 2 options`. */
  message: string
}

export interface ParseResult {
  questions: ParsedQuestion[]
  errors: ParseIssue[]
  warnings: ParseIssue[]
}

/** What a question gets where it says nothing itself. A file's front matter comes before these. */
export interface ParseDefaults {
  /** The section imported into: names category and subcategory, and is the learning path, as the bulk form has it. */
  section?: { id: string; name: string }
  category?: string
  subcategory?: string
  learningPath?: string
  topic?: string
  sectionId?: string
  difficulty?: Difficulty
  type?: QuestionTypeInput
  points?: number
  /** Seconds. */
  timeLimit?: number
  tags?: readonly string[]
}

export interface PrintableOption {
  id: string
  text: string
  isCorrect: boolean
  feedback?: string | undefined
}

/** What can be written: a stored question as the API answers it, or a validated row. */
export interface PrintableQuestion {
  title: string
  content: string
  type: QuestionTypeInput
  difficulty: Difficulty
  options: readonly PrintableOption[]
  explanation: string
  category: string
  subcategory?: string | null | undefined
  learningPath?: string | null | undefined
  topic?: string | null | undefined
  sectionId?: string | null | undefined
  tags: readonly string[]
  points: number
  timeLimit: number
  isActive?: boolean | undefined
  approved?: boolean | undefined
}

/** One question read, for better or worse: a question or an error, and any number of warnings. */
export interface ReadQuestion {
  question?: ParsedQuestion
  error?: ParseIssue
  warnings: ParseIssue[]
}

/**
 * Reads a source step by step: `undefined` is a moment to let others run, everything else one question. All
 * `unreadable_source` errors are thrown before the first question.
 */
export type ParseSteps = Generator<ReadQuestion | undefined, void, void>

/** What one folder per format provides. */
export interface FormatModule {
  format: QuestionFormat
  parse(source: string, defaults: ParseDefaults): ParseSteps
  /** A printed file is `open`, the questions joined by `separator`, and `close`. */
  open: string
  separator: string
  close: string
  /**
   * `losses` names what the format can't hold, as half sentences. No text at all: the question has no place in this
   * format. `previous` is the last question that has one.
   */
  print(
    question: PrintableQuestion,
    index: number,
    previous?: PrintableQuestion,
  ): { text: string | undefined; losses: string[] }
}
