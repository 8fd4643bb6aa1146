import type { ExportReport, QuestionFormat } from '@rehearse/contracts'
import { type StoredQuestion, toVersion } from '../questions/question.ts'
import { printFile } from './printing-thread.ts'

/** The number of characters per chunk. */
const CHUNK = 64 * 1024
/** How many questions are listed per kind of loss. */
const EXAMPLES = 5

/** Generates a file of questions in chunks. */
export async function* printExport(
  batches: AsyncIterable<readonly StoredQuestion[]>,
  format: QuestionFormat,
): AsyncGenerator<string, void, void> {
  const printer = printFile(format)
  try {
    let text = printer.open
    for await (const questions of batches) {
      for (const piece of await printer.print(questions.map(toVersion))) text += piece.text
      if (text.length < CHUNK) continue
      yield text
      text = ''
    }
    yield text + printer.close
  } finally {
    printer.end()
  }
}

/** The losses in such a file by kind, most frequent first. */
export async function reportExport(
  batches: AsyncIterable<readonly StoredQuestion[]>,
  format: QuestionFormat,
): Promise<ExportReport> {
  const printer = printFile(format)
  const losses = new Map<string, ExportReport['losses'][number]>()
  const count = ({ id, title }: StoredQuestion, message: string) => {
    const loss = kindOf(message)
    const known = losses.get(loss) ?? { loss, count: 0, examples: [] }
    known.count++
    if (known.examples.length < EXAMPLES) known.examples.push({ id, title })
    losses.set(loss, known)
  }
  let all = 0
  let leftOut = 0
  try {
    for await (const questions of batches) {
      const pieces = await printer.print(questions.map(toVersion))
      for (const [position, question] of questions.entries()) {
        all++
        if (pieces[position]?.text === '') leftOut++
        for (const message of pieces[position]?.losses ?? []) count(question, message)
      }
    }
  } finally {
    printer.end()
  }
  return {
    questions: all,
    leftOut,
    losses: [...losses.values()].sort((one, other) => other.count - one.count),
  }
}

/** The message without the question's number and the lost value, to group losses by kind. */
const kindOf = (message: string) =>
  message.replace(/^Question \d+: /, '').replace(/^(\w+) .* is not kept$/s, '$1 is not kept')
