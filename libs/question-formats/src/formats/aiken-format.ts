import { describeLosses } from '../describe-losses.ts'
import { escapeMarkdown, unescapeMarkdown } from '../escape-markdown.ts'
import { parseBlocks } from '../parse-blocks.ts'
import { cutTitle } from '../row-fields.ts'
import type { FormatModule, ParseDefaults, PrintableQuestion, ReadQuestion } from '../types.ts'
import { type Place, rowError, validateRow } from '../validate-row.ts'

/** One question of the file. */
interface AikenBlock {
  /** Its first line, from 1. */
  line: number
  text: string[]
  options: string[]
  /** The position of the correct option. */
  answer: number | undefined
  /** The first syntax error, with its line. */
  problem: { line: number; message: string } | undefined
}

const space = '[\\s\\u200b-\\u200f\\u2060\\ufeff]'
/** `A. text`, `A) text`, `A)text`; `A.text`, but not `A.I. text`. */
const OPTION = new RegExp(`^([A-Z])(?:[.)]${space}+|\\)|\\.(?![A-Za-z]\\.|\\d))${space}*(\\S.*)$`)
const ANSWER = new RegExp(`^ANSWER:${space}*([A-Z])${space}*$`)

/** The number of lines between two yields to other work. */
const STEP = 1_000

/** Finds the questions of a file: text, options in order, `ANSWER:`. An invalid one doesn't affect the next. */
function* scanBlocks(source: string): Generator<AikenBlock | undefined, void, void> {
  const lines = source.split('\n')
  let block: AikenBlock | undefined
  /** Lines between options: the next question's text, if options follow. */
  let stray: { text: string; number: number }[] = []

  const begin = (line: number) => ({ line, text: [], options: [], answer: undefined, problem: undefined })
  const report = (of: AikenBlock, line: number, message: string) => {
    of.problem ??= { line, message }
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
      if (block && !(next && (lexOption(next, block.options.length) || isAnswerLine(next)))) {
        report(block, number - 1, block.options.length === 0 ? NO_OPTIONS : NO_ANSWER)
        yield block
        block = undefined
        stray = []
      }
      continue
    }
    block ??= begin(number)
    const option = lexOption(text, block.options.length)
    if (option) {
      const [first] = stray
      if (option[1] === 'A' && block.options.length > 0 && first) {
        report(block, first.number, NO_ANSWER)
        yield block
        block = { ...begin(first.number), text: stray.map((line) => line.text) }
      } else if (first) report(block, first.number, STRAY)
      stray = []
      if (option[1] !== letterOf(block.options.length)) {
        report(block, number, `Expected option ${letterOf(block.options.length)}, found ${option[1]}`)
      }
      block.options.push(option[2] ?? '')
    } else if (isAnswerLine(text)) {
      const [lost] = stray
      if (lost) report(block, lost.number, STRAY)
      const answer = ANSWER.exec(text)?.[1]
      if (answer === undefined)
        report(block, number, 'The answer must be written as ANSWER: and one capital letter')
      else if (answer.charCodeAt(0) - 65 >= block.options.length) {
        report(block, number, `Invalid correct answer IDs: ${answer}`)
      } else block.answer = answer.charCodeAt(0) - 65
      yield block
      block = undefined
      stray = []
    } else if (block.options.length > 0) stray.push({ text, number })
    else {
      if (/^[a-z][.)][ \t]/.test(text))
        report(block, number, 'An option begins with a capital letter: A. or A)')
      block.text.push(text)
    }
  }
  if (block) {
    report(block, lines.length, block.options.length === 0 ? NO_OPTIONS : NO_ANSWER)
    yield block
  }
}

const NO_OPTIONS = 'Must have at least 2 options'
const STRAY = 'Neither an option (A. …) nor ANSWER:'
const NO_ANSWER = 'The line ANSWER: is missing'

/** Without a space, a dot after any other than the next letter is one of an abbreviation: `E.g. this`. */
function lexOption(text: string, position: number): RegExpExecArray | null {
  const option = OPTION.exec(text)
  return option && /^[A-Z]\.[\p{L}]/u.test(text) && option[1] !== letterOf(position) ? null : option
}

const isAnswerLine = (text: string) => /^answer[ \t]*:/i.test(text)
const letterOf = (position: number) => String.fromCharCode(65 + position)

/** Prints a question with options of which one is correct; Aiken supports nothing else. */
function printQuestion(question: PrintableQuestion) {
  const { options } = question
  const right = options.findIndex((option) => option.isCorrect)
  if (options.length === 0) return leftOut('Aiken has no questions without options')
  if (options.some((option, position) => option.isCorrect && position !== right)) {
    return leftOut('In Aiken, a question has one correct option')
  }
  const letter = (position: number) => String.fromCharCode(65 + position)
  const text = [
    oneLine(plainOf(question.content)),
    ...options.map((option, position) => `${letter(position)}. ${oneLine(plainOf(option.text))}`),
    `ANSWER: ${letter(right)}`,
    '',
  ].join('\n')
  const blocks = [...scanBlocks(text)].filter((block) => block !== undefined)
  const [only] = blocks
  const read = only && blocks.length === 1 ? readQuestion(only, 0, {}) : undefined
  if (read?.question?.row.options?.length !== options.length) return leftOut('it would not be read back')
  return { text, losses: describeLosses(question, read) }
}

const leftOut = (reason: string) => ({ text: undefined, losses: [`left out: ${reason}`] })

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** The plain text, if the Markdown is only that. */
function plainOf(markdown: string): string {
  const plain = unescapeMarkdown(markdown)
  return escapeMarkdown(plain) === markdown ? plain : markdown
}

/** Moodle's simplest format (docs.moodle.org, "Aiken format"). */
export const aikenFormat: FormatModule = {
  format: 'aiken',
  open: '',
  separator: '\n',
  close: '',
  print: printQuestion,
  parse: parseBlocks(scanBlocks, readQuestion),
}

/** Reads the question of one block. An error has the line of the problem, not of the question. */
function readQuestion(block: AikenBlock, index: number, defaults: ParseDefaults): ReadQuestion {
  const text = block.text.join('\n')
  const place: Place = { index, line: block.line, title: cutTitle(text) }
  if (block.problem) return rowError({ ...place, line: block.problem.line }, [block.problem.message])
  const options = block.options.map((option, position) => ({
    text: escapeMarkdown(option),
    isCorrect: position === block.answer,
  }))
  const content = escapeMarkdown(text)
  return validateRow(place, { type: 'multiple-choice', title: place.title, content, options }, defaults, [])
}
