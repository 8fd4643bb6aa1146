import type { QuestionFormat } from '@rehearse/contracts'
import { formatModule } from './formats.ts'
import type { ParseIssue, PrintableQuestion } from './types.ts'

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
