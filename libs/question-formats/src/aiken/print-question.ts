import { lossesOf } from '../rows/losses-of.ts'
import type { PrintableQuestion } from '../types.ts'
import { readQuestion } from './read-question.ts'
import { scanBlocks } from './scan-blocks.ts'

/** A question in Aiken, if it has options of which one is right; that is all this format can hold. */
export function printQuestion(question: PrintableQuestion) {
  const { options } = question
  const right = options.findIndex((option) => option.isCorrect)
  if (options.length === 0) return leftOut('Aiken has no questions without options')
  if (options.some((option, position) => option.isCorrect && position !== right)) {
    return leftOut('Aiken has one right option to a question')
  }
  const letter = (position: number) => String.fromCharCode(65 + position)
  const text = [
    oneLine(question.content),
    ...options.map((option, position) => `${letter(position)}. ${oneLine(option.text)}`),
    `ANSWER: ${letter(right)}`,
    '',
  ].join('\n')
  const blocks = [...scanBlocks(text)].filter((block) => block !== undefined)
  const [only] = blocks
  const read = only && blocks.length === 1 ? readQuestion(only, 0, {}) : undefined
  if (read?.question?.row.options?.length !== options.length) return leftOut('it would not be read back')
  return { text, losses: lossesOf(question, read) }
}

const leftOut = (reason: string) => ({ text: undefined, losses: [`left out: ${reason}`] })

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
