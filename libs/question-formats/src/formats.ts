import { DomainError, type QuestionFormat } from '@rehearse/contracts'
import { normalizeSource } from './detect-format.ts'
import { aikenFormat } from './formats/aiken-format.ts'
import { giftFormat } from './formats/gift-format.ts'
import { jsonFormat } from './formats/json-format.ts'
import { moodleXmlFormat } from './formats/moodle-xml-format.ts'
import { markdownFormat } from './markdown/markdown-format.ts'
import type {
  FormatModule,
  ParseDefaults,
  ParseIssue,
  ParseResult,
  PrintableQuestion,
  ReadQuestion,
} from './types.ts'

const modules: readonly FormatModule[] = [
  jsonFormat,
  markdownFormat,
  giftFormat,
  aikenFormat,
  moodleXmlFormat,
]

/** The formats that can be read and written. */
export const supportedFormats: readonly QuestionFormat[] = modules.map((module) => module.format)

/** @throws {DomainError} `unsupported_format` */
function formatModule(format: QuestionFormat): FormatModule {
  const found = modules.find((module) => module.format === format)
  if (found) return found
  throw new DomainError({
    kind: 'unsupported',
    code: 'unsupported_format',
    message: `The format ${format} is not supported`,
  })
}

/**
 * Reads all questions of a source. They are independent: an invalid one becomes an error with its number and line.
 * Throws `DomainError` (invalid, `unreadable_source`) if the source as a whole is invalid.
 */
export function parseQuestions(
  source: string,
  format: QuestionFormat,
  defaults: ParseDefaults = {},
): ParseResult {
  const result: ParseResult = { questions: [], errors: [], warnings: [] }
  for (const read of formatModule(format).parse(normalizeSource(source), defaults)) {
    if (!read) continue
    if (read.question) result.questions.push(read.question)
    if (read.error) result.errors.push(read.error)
    result.warnings.push(...read.warnings)
  }
  return result
}

/** Milliseconds between two turns of the event loop. */
const TURN = 8

/**
 * The same, one question at a time, yielding to the event loop in between: for servers that must keep responding
 * while a large file is read. Throws like `parseQuestions`, before the first question.
 */
export async function* parseQuestionsInChunks(
  source: string,
  format: QuestionFormat,
  defaults: ParseDefaults = {},
): AsyncGenerator<ReadQuestion, void, void> {
  let turn = performance.now()
  for (const read of formatModule(format).parse(normalizeSource(source), defaults)) {
    if (performance.now() - turn > TURN) {
      await new Promise((resolve) => setTimeout(resolve, 0))
      turn = performance.now()
    }
    if (read) yield read
  }
}

/** A part of a printed file. `losses` names what the format doesn't support of its question. */
export interface PrintedPiece {
  text: string
  losses: ParseIssue[]
}

/** Prints a file, question by question: `open`, the results of `add` in order, and `close`. */
export interface QuestionPrinter {
  open: string
  /** The text is empty if the format doesn't support the question at all; `losses` says so. */
  add(question: PrintableQuestion): PrintedPiece
  close: string
}

/** Throws `unsupported_format` for a format that can't be written. */
export function questionPrinter(format: QuestionFormat): QuestionPrinter {
  const { open, separator, close, print } = formatModule(format)
  let index = -1
  let previous: PrintableQuestion | undefined
  return {
    open,
    close,
    add(question) {
      index++
      const { text, losses } = print(question, index, previous)
      const issues = losses.map((loss) => ({
        index,
        title: question.title,
        message: `Question ${index + 1}: ${loss}`,
      }))
      if (text === undefined) return { text: '', losses: issues }
      const before = previous === undefined ? '' : separator
      previous = question
      return { text: before + text, losses: issues }
    },
  }
}

/** Writes questions as one file. `losses` names, per question, what the format doesn't support. */
export function printQuestions(
  questions: Iterable<PrintableQuestion>,
  format: QuestionFormat,
): { text: string; losses: ParseIssue[] } {
  const printer = questionPrinter(format)
  const losses: ParseIssue[] = []
  let text = printer.open
  for (const question of questions) {
    const piece = printer.add(question)
    text += piece.text
    losses.push(...piece.losses)
  }
  return { text: text + printer.close, losses }
}
