import type { QuestionFormat } from '@rehearse/contracts'
import { formatModule } from './formats.ts'
import type { ParseIssue, PrintableQuestion } from './types.ts'

/** Writes questions as one file. `losses` names, per question, what the format can't hold. */
export function printQuestions(
  questions: readonly PrintableQuestion[],
  format: QuestionFormat,
): { text: string; losses: ParseIssue[] } {
  const losses: ParseIssue[] = []
  let text = ''
  for (const piece of printQuestionsInChunks(questions, format)) {
    text += piece.text
    losses.push(...piece.losses)
  }
  return { text, losses }
}

/** The same, piece by piece, for a download that is streamed. Pieces joined are the file. */
export function* printQuestionsInChunks(
  questions: Iterable<PrintableQuestion>,
  format: QuestionFormat,
): Generator<{ text: string; losses: ParseIssue[] }, void, void> {
  const module = formatModule(format)
  yield { text: module.open, losses: [] }
  let index = 0
  for (const question of questions) {
    const { text, losses } = module.print(question, index)
    yield {
      text: (index === 0 ? '' : module.separator) + text,
      losses: losses.map((loss) => ({
        index,
        title: question.title,
        message: `Question ${index + 1}: ${loss}`,
      })),
    }
    index++
  }
  yield { text: module.close, losses: [] }
}
