import type { QuestionFormat } from '@rehearse/contracts'
import { normalizeSource } from './detect-format.ts'
import { formatModule } from './formats.ts'
import type { ParseDefaults, ParseResult, ReadQuestion } from './types.ts'

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
