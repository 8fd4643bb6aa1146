import { setImmediate } from 'node:timers/promises'
import type { ExportReport, QuestionFormat } from '@rehearse/contracts'
import { questionPrinter } from '@rehearse/question-formats'
import { type StoredQuestion, toVersion } from '../questions/question.ts'

/** Characters that are sent at once, and milliseconds after which others may run. */
const CHUNK = 64 * 1024
const TURN = 8
/** Questions that are named for one kind of loss. */
const EXAMPLES = 5

/** A file of questions, piece by piece. */
export async function* printExport(
  questions: AsyncIterable<StoredQuestion>,
  format: QuestionFormat,
): AsyncGenerator<string, void, void> {
  const printer = questionPrinter(format)
  const mayRest = pacer()
  let text = printer.open
  for await (const question of questions) {
    text += printer.add(toVersion(question)).text
    await mayRest()
    if (text.length < CHUNK) continue
    yield text
    text = ''
  }
  yield text + printer.close
}

/** What such a file would lose, by kind, most frequent first. */
export async function reportExport(
  questions: AsyncIterable<StoredQuestion>,
  format: QuestionFormat,
): Promise<ExportReport> {
  const printer = questionPrinter(format)
  const mayRest = pacer()
  const losses = new Map<string, ExportReport['losses'][number]>()
  let count = 0
  let leftOut = 0
  for await (const question of questions) {
    const piece = printer.add(toVersion(question))
    count++
    if (piece.text === '') leftOut++
    for (const { message } of piece.losses) {
      const loss = kindOf(message)
      const known = losses.get(loss) ?? { loss, count: 0, examples: [] }
      known.count++
      if (known.examples.length < EXAMPLES) known.examples.push({ id: question.id, title: question.title })
      losses.set(loss, known)
    }
    await mayRest()
  }
  return {
    questions: count,
    leftOut,
    losses: [...losses.values()].sort((one, other) => other.count - one.count),
  }
}

/** The loss without the question's number and the value lost. */
const kindOf = (message: string) =>
  message.replace(/^Question \d+: /, '').replace(/^(\w+) .* is not kept$/s, '$1 is not kept')

function pacer(): () => Promise<void> {
  let turn = performance.now()
  return async () => {
    if (performance.now() - turn < TURN) return
    await setImmediate()
    turn = performance.now()
  }
}
