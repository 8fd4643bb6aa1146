import type {
  ContentStatus,
  Difficulty,
  QuestionAnswerInput,
  QuestionFormat,
  QuestionRowInput,
  QuestionTypeInput,
} from '@rehearse/contracts'

/** One question read from a source: complete, with defaults, and valid for `questionRow`. */
export interface ParsedQuestion {
  /** The position in the source, from 0; invalid questions count too. */
  index: number
  /** The first line of the question, from 1. */
  line?: number
  /** The permanent id of a shipped question, or the id of one that was exported. */
  id?: string
  row: QuestionRowInput
}

/** An error of one question, or a warning; at most one error per question. */
export interface ParseIssue {
  index: number
  line?: number
  /** As far as it could be read; may be empty. */
  title: string
  /** Names the question by number: `Question 3: Must have at least 2 options`. */
  message: string
}

export interface ParseResult {
  questions: ParsedQuestion[]
  errors: ParseIssue[]
  warnings: ParseIssue[]
}

/** Defaults for missing values. A file's front matter overrides them. */
export interface ParseDefaults {
  /** The section imported into: provides category and subcategory, and is the learning path, as in the bulk form. */
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

/** The input of printing: a stored question as the API returns it, or a validated row. */
export interface PrintableQuestion {
  /** In JSON alone: an import finds the question by it, whatever else has changed. */
  id?: string
  title: string
  content: string
  type: QuestionTypeInput
  difficulty: Difficulty
  options: readonly PrintableOption[]
  /** The key of a matching, short-answer or numeric question. */
  answer?: QuestionAnswerInput | null | undefined
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
  status?: ContentStatus | undefined
  publishAt?: string | null | undefined
  expiresAt?: string | null | undefined
}

/** The result of reading one question: a question or an error, and any number of warnings. */
export interface ReadQuestion {
  question?: ParsedQuestion
  error?: ParseIssue
  warnings: ParseIssue[]
}

/**
 * Reads a source step by step: `undefined` yields to other work, everything else is one question. All
 * `unreadable_source` errors are thrown before the first question.
 */
export type ParseSteps = Generator<ReadQuestion | undefined, void, void>

/** The interface of a format. */
export interface FormatModule {
  format: QuestionFormat
  parse(source: string, defaults: ParseDefaults): ParseSteps
  /** A printed file is `open`, the questions joined by `separator`, and `close`. */
  open: string
  separator: string
  close: string
  /**
   * `losses` names what the format doesn't support. Without text, the question can't be written at all. `previous` is
   * the last one that was.
   */
  print(
    question: PrintableQuestion,
    index: number,
    previous?: PrintableQuestion,
  ): { text: string | undefined; losses: string[] }
}
