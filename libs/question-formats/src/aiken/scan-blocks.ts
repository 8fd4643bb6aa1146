/** One question as it stands in the file. */
export interface AikenBlock {
  /** Where it begins, from 1. */
  line: number
  text: string[]
  options: string[]
  /** Position of the right option. */
  answer: number | undefined
  /** The first thing that the format doesn't allow, and where. */
  fault: { line: number; message: string } | undefined
}

const OPTION = /^([A-Z])[.)][ \t]+(\S.*)$/
const ANSWER = /^ANSWER:[ \t]*([A-Z])[ \t]*$/

/** After how many lines others may run. */
const STEP = 1_000

/** Finds the questions of a file: text, options in order, `ANSWER:`. A faulty one doesn't take the next along. */
export function* scanBlocks(source: string): Generator<AikenBlock | undefined, void, void> {
  const lines = source.split('\n')
  let block: AikenBlock | undefined
  /** Lines among the options that are none: the next question's text, if options follow them again. */
  let stray: { text: string; number: number }[] = []

  const begin = (line: number) => ({ line, text: [], options: [], answer: undefined, fault: undefined })
  const blame = (of: AikenBlock, line: number, message: string) => {
    of.fault ??= { line, message }
  }

  for (const [index, line] of lines.entries()) {
    const text = line.trim()
    const number = index + 1
    if (index % STEP === STEP - 1) yield undefined
    if (text === '') {
      const next =
        block &&
        lines
          .slice(index + 1, index + 6)
          .map((one) => one.trim())
          .find((one) => one !== '')
      if (block && !(next && (OPTION.test(next) || isAnswerLine(next)))) {
        blame(block, number - 1, block.options.length === 0 ? NO_OPTIONS : NO_ANSWER)
        yield block
        block = undefined
        stray = []
      }
      continue
    }
    block ??= begin(number)
    const option = OPTION.exec(text)
    if (option) {
      const [first] = stray
      if (option[1] === 'A' && block.options.length > 0 && first) {
        blame(block, first.number, NO_ANSWER)
        yield block
        block = { ...begin(first.number), text: stray.map((line) => line.text) }
        stray = []
      }
      if (option[1] !== letterOf(block.options.length)) {
        blame(block, number, `Expected option ${letterOf(block.options.length)}, found ${option[1]}`)
      }
      block.options.push(option[2] ?? '')
    } else if (isAnswerLine(text)) {
      const [lost] = stray
      if (lost) blame(block, lost.number, 'Neither an option (A. …) nor ANSWER:')
      const answer = ANSWER.exec(text)?.[1]
      if (answer === undefined)
        blame(block, number, 'The answer must be written as ANSWER: and one capital letter')
      else if (answer.charCodeAt(0) - 65 >= block.options.length) {
        blame(block, number, `Invalid correct answer IDs: ${answer}`)
      } else block.answer = answer.charCodeAt(0) - 65
      yield block
      block = undefined
      stray = []
    } else if (block.options.length > 0) stray.push({ text, number })
    else {
      if (/^[a-z][.)][ \t]/.test(text))
        blame(block, number, 'An option begins with a capital letter: A. or A)')
      block.text.push(text)
    }
  }
  if (block) {
    blame(block, lines.length, block.options.length === 0 ? NO_OPTIONS : NO_ANSWER)
    yield block
  }
}

const NO_OPTIONS = 'Must have at least 2 options'
const NO_ANSWER = 'The line ANSWER: is missing'

const isAnswerLine = (text: string) => /^answer[ \t]*:/i.test(text)
const letterOf = (position: number) => String.fromCharCode(65 + position)
