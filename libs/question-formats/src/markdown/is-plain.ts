import { choiceErrors, optionErrors } from '@rehearse/contracts'
import { optionLetter } from '../row-fields.ts'
import type { PrintableOption, PrintableQuestion } from '../types.ts'
import { isPartHeading } from './find-questions.ts'
import { lexAnswerLine, lexExplanationLine } from './lex-answer-line.ts'
import { lexMetaLine } from './lex-meta-line.ts'
import { lexOptionLine, lexTrueFalseLine, optionsWords, splitInlineOptions } from './lex-option-line.ts'
import { lexQuestionLine } from './lex-question-line.ts'
import { readTitleLine } from './read-question.ts'

/** The printed lines of a question's parts. */
export interface PrintedLines {
  heading: string
  options: readonly string[]
  meta: readonly string[]
}

/**
 * Whether a question will certainly be read back unchanged, decided without parsing: all of its lines are prose or
 * fenced code, and none has a meaning to the parser. That is true for most questions and takes a fraction of a parse.
 * False only means that it must be parsed to know.
 */
export function isPlain(question: PrintableQuestion, printed: PrintedLines): boolean {
  const { title, content, explanation, options } = question
  return (
    !question.answer &&
    isPlainHeading(printed.heading, title) &&
    isPlainText(content) &&
    (explanation === '' || isPlainText(explanation)) &&
    arePlainOptions(question, printed.options) &&
    optionErrors({ type: question.type, options: [...options] }).length === 0 &&
    choiceErrors({ options }).length === 0 &&
    isPlainMeta(question, printed.meta) &&
    !hasOwnStatus(question)
  )
}

/** Lines of metadata have no expiry, and no status besides approved or not. */
const hasOwnStatus = ({ status = 'draft', expiresAt }: PrintableQuestion) =>
  expiresAt != null || !['draft', 'approved'].includes(status)

/** Questions with longer lines are parsed, since the parser knows its limits. */
const LONGEST_LINE = 1_000
const LONGEST_TEXT = 20_000
const MOST_LINES = 400
const details = /<\/?(?:details|summary)|<!--/i
const fence = /^(`{3,}|~{3,})[A-Za-z0-9+#.-]{0,30}$/
/** A fence or a comment marker in code is rare enough to be parsed. */
const unlikeCode = /^[ \t>]*(?:`{3}|~{3})|^[ \t>*+-]{30}|[^\P{Cc}\t]/u
/** The start of a line that can't begin a block, list, number or quote. */
const proseStart = /^(?:[\p{L}"'(]|`(?!``)|(?:\*{1,2}|_{1,2})(?=\p{L}))/u
const oddSpace = /[\p{Cc}\u00a0\u1680\u2000-\u200f\u2028-\u202f\u205f\u2060-\u206f\u3000\ufeff]/u
const letterFirst = /^(?:\*\*|__)?\(?(?:\p{L}|الف)ـ?(?:\*\*|__)?[:：.．、)]/u
const announcesOptions = new RegExp(`^(?:${optionsWords})`, 'i')

function isPlainHeading(heading: string, title: string): boolean {
  const read = lexQuestionLine(heading)
  if (read?.style !== 'heading' || read.number === undefined || read.text !== title) return false
  if (/ {2}/.test(title) || oddSpace.test(title) || details.test(title) || isPartHeading(read, heading))
    return false
  const { text, tags, type, points } = readTitleLine(title)
  return text === title && tags.length === 0 && type === undefined && points === undefined
}

/** Paragraphs of prose and blocks of fenced code. */
function isPlainText(text: string): boolean {
  if (text.length > LONGEST_TEXT || details.test(text)) return false
  const lines = text.split('\n')
  if (lines.length > MOST_LINES || lines[0] === '' || lines.at(-1) === '') return false
  let open: string | undefined
  let before = ''
  for (const line of lines) {
    if (open !== undefined) {
      if (line === open) open = undefined
      else if (unlikeCode.test(line)) return false
    } else if (before === '' && fence.test(line)) open = fence.exec(line)?.[1]
    else if (line !== '' && !isProse(line)) return false
    before = line
  }
  return open === undefined
}

function isProse(line: string): boolean {
  return (
    line.length <= LONGEST_LINE &&
    proseStart.test(line) &&
    !line.endsWith(' ') &&
    !oddSpace.test(line) &&
    !letterFirst.test(line) &&
    !announcesOptions.test(line) &&
    lexQuestionLine(line) === undefined &&
    lexOptionLine(line, 0) === undefined &&
    splitInlineOptions(line).length === 1 &&
    lexTrueFalseLine(line) === undefined &&
    lexAnswerLine(line) === undefined &&
    lexExplanationLine(line) === undefined &&
    lexMetaLine(line) === undefined
  )
}

function arePlainOptions({ options }: PrintableQuestion, lines: readonly string[]): boolean {
  if (options.length === 0) return true
  // With a check box, texts are taken literally; with a second option, letters are.
  if (options.length < 2 || !options.some((option) => option.isCorrect)) return false
  if (new Set(options.map((option) => option.id)).size < options.length) return false
  return options.every((option, position) => isPlainOption(option, position, lines[position] ?? ''))
}

function isPlainOption(option: PrintableOption, position: number, printed: string): boolean {
  const { id, text, isCorrect, feedback } = option
  if (text === '' || text.length > LONGEST_LINE || oddSpace.test(text) || details.test(text)) return false
  const [line = '', ...rest] = printed.split('\n')
  const read = lexOptionLine(line, position)
  const hasOwnId = read?.id !== undefined
  return (
    read?.rawText === text &&
    read.checked === isCorrect &&
    (hasOwnId ? read.id === id : read.label === id && id === optionLetter(position)) &&
    lexMetaLine(line.slice(2)) === undefined &&
    rest.length === (feedback ? 1 : 0) &&
    (!feedback || isProse(feedback))
  )
}

function isPlainMeta(question: PrintableQuestion, lines: readonly string[]): boolean {
  const read: Record<string, unknown> = {}
  for (const line of lines) {
    const meta = lexMetaLine(line)
    if (meta === undefined || oddSpace.test(line) || line.endsWith(' ') || details.test(line)) return false
    if (lexQuestionLine(line) || lexAnswerLine(line) || lexExplanationLine(line) !== undefined) return false
    Object.assign(read, meta)
  }
  const { subcategory, learningPath, topic, sectionId, tags } = question
  return (
    read.title === undefined &&
    read.category === question.category &&
    (read.subcategory ?? null) === (subcategory ?? null) &&
    read.learningPath === (learningPath ?? null) &&
    read.topic === (topic ?? null) &&
    (read.sectionId ?? null) === (sectionId ?? null) &&
    read.type === question.type &&
    read.difficulty === question.difficulty &&
    read.timeLimit === question.timeLimit &&
    read.points === question.points &&
    (read.isActive ?? true) === (question.isActive ?? true) &&
    (read.approved ?? true) === (question.approved ?? true) &&
    JSON.stringify(read.tags ?? []) === JSON.stringify(tags) &&
    new Set(tags).size === tags.length
  )
}
