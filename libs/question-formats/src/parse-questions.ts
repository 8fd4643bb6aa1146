import type { QuestionFormat } from '@rehearse/contracts'
import { normalizeSource } from './detect-format.ts'
import { formatModule } from './formats.ts'
import type { ParseDefaults, ParseResult, ReadQuestion } from './types.ts'

/**
 * Reads all questions of a source. Rows stand alone: an invalid one becomes an error with its number and line, the
 * others are still read. Throws `DomainError` (invalid, `unreadable_source`) where the source as a whole can't be read.
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

/** How long one turn may take before others run, in milliseconds. */
const TURN = 8

/**
 * The same, one question at a time, letting the event loop turn in between: for servers that must go on
 * answering while a large file is read. Throws as `parseQuestions` does, before the first question.
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
