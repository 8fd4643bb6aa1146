import { jsonRow } from '../formats/json-format.ts'
import { unreadableSource } from '../parse-blocks.ts'
import { optionLetter, TITLE_CUT } from '../row-fields.ts'
import type { FormatModule, ParseDefaults, ParseSteps, PrintableOption, PrintableQuestion } from '../types.ts'
import { issue } from '../validate-row.ts'
import { printAnswerBlock } from './answer-block.ts'
import { findQuestions, type LineRange, type QuestionSpan } from './find-questions.ts'
import { isPlain, type PrintedLines } from './is-plain.ts'
import { lexMetaLine } from './lex-meta-line.ts'
import { JSON_QUESTION, readQuestion } from './read-question.ts'

/**
 * A question in our Markdown dialect (see docs/question-markdown.md). Unless it obviously parses back to the same
 * question, the output is parsed to check: where text can't be distinguished from the markup around it, the question
 * is written as a JSON block instead, so nothing is ever lost.
 */
function printQuestion(question: PrintableQuestion, index: number): { text: string; losses: string[] } {
  const lines = linesOf(question, index)
  const plain = printPlain(question, lines)
  const isReadBack = isPlain(question, lines) || reads(plain, question)
  return { text: isReadBack ? plain : printAsJson(question, index), losses: [] }
}

/** The lines of a question besides its text. */
export const linesOf = (question: PrintableQuestion, index: number): PrintedLines => ({
  heading: heading(question, index),
  options: question.options.map(printOption),
  meta: printMeta(question),
})

function printPlain({ content, answer, explanation }: PrintableQuestion, lines: PrintedLines): string {
  const parts = [lines.heading, content]
  if (lines.options.length > 0) parts.push(lines.options.join('\n'))
  if (answer) parts.push(['```answer', ...printAnswerBlock(answer), '```'].join('\n'))
  parts.push(lines.meta.join('\n'))
  if (explanation !== '') parts.push(printExplanation(explanation))
  return `${parts.join('\n\n')}\n`
}

/** The parser accepts numbers of up to five digits. */
const number = (index: number) => (index % 99_999) + 1

function heading({ title }: PrintableQuestion, index: number): string {
  return `## ${number(index)}. ${title.length > TITLE_CUT ? `${title.slice(0, TITLE_CUT)}...` : title}`
}

function printOption(option: PrintableOption, position: number): string {
  const name = option.id === optionLetter(position) ? `${option.id.toUpperCase()}:` : `{#${option.id}}`
  const opening = `- [${option.isCorrect ? 'x' : ' '}] ${name}`
  // A block can't start after the letter.
  const startsBlock = /^(?:[ \t]*(?:```|~~~|[-*+>#|]|\d+[.)])|[ \t])/.test(option.text)
  const text = startsBlock ? `\n\n${indent(option.text)}` : ` ${indent(option.text).trimStart()}`
  const feedback = option.feedback
    ? `\n${startsBlock || option.text.includes('\n') ? '\n' : ''}${indent(quote(option.feedback))}`
    : ''
  return opening + text + feedback
}

const eachLine = (text: string, change: (line: string) => string) => text.split('\n').map(change).join('\n')
const indent = (text: string) => eachLine(text, (line) => (line === '' ? '' : `  ${line}`))
const quote = (text: string) => eachLine(text, (line) => (line === '' ? '>' : `> ${line}`))

function printMeta(question: PrintableQuestion): string[] {
  const lines: [string, string | null | undefined][] = [
    ['Title', question.title.length > TITLE_CUT ? question.title : undefined],
    ['Category', question.category],
    ['Subcategory', question.subcategory ?? undefined],
    ['Learning Path', question.learningPath ?? 'none'],
    ['Topic', question.topic ?? 'none'],
    ['Section', question.sectionId ?? undefined],
    ['Type', question.type],
    ['Difficulty', question.difficulty],
    ['Time Limit', String(question.timeLimit)],
    ['Active', question.isActive === false ? 'no' : undefined],
    ['Approved', question.approved === false ? 'no' : undefined],
  ]
  const printed = lines.filter(([, value]) => value !== undefined).map(([key, value]) => `${key}: ${value}`)
  return [
    ...printed,
    `[${question.points} ${question.points === 1 ? 'point' : 'points'}]`,
    ...printTags(question.tags),
  ]
}

function printTags(tags: readonly string[]): string[] {
  if (tags.length === 0) return []
  const areWords = tags.every((tag) => /^[\p{L}\p{N}_][\p{L}\p{N}_.+-]*$/u.test(tag))
  return [areWords ? tags.map((tag) => `#${tag}`).join(' ') : `Tags: ${tags.join(', ')}`]
}

function printExplanation(text: string): string {
  const isProse = /^[\p{L}\p{N}`*_"'([]/u.test(text) && !text.startsWith('```')
  return isProse ? `Explanation: ${text}` : `Explanation:\n\n${text}`
}

function printAsJson(question: PrintableQuestion, index: number): string {
  const json = JSON.stringify(jsonRow(question), null, 2)
  const title = question.title.replace(/[^\p{L}\p{N} ]+/gu, ' ').slice(0, TITLE_CUT)
  return `## ${number(index)}. ${title.trim() || 'Question'}\n\n\`\`\`${JSON_QUESTION}\n${json}\n\`\`\`\n`
}

/** A question after this one that would close anything left open. */
const NEIGHBOUR =
  '## 2. Next\n\n- [x] A: yes\n- [ ] B: no\n\n-->\n\n```\n\n~~~\n\n``````````\n\n~~~~~~~~~~\n\n</details>\n'

/** Whether the text is parsed as exactly this question, alone and with another one after it. */
function reads(text: string, question: PrintableQuestion): boolean {
  const wanted = JSON.stringify(comparable(question))
  return [text, `${text}\n${NEIGHBOUR}`].every((source, others) => {
    const spans = allSpans(source)
    const [span] = spans
    if (!span || spans.length !== others + 1) return false
    if (others === 1 && spans[1]?.start !== text.length + 1) return false
    const read = readQuestion(source, span, 0, {}).question
    return read !== undefined && JSON.stringify(comparable(read.row)) === wanted
  })
}

function allSpans(source: string): QuestionSpan[] {
  const search = findQuestions(source)
  let step = search.next()
  while (!step.done) step = search.next()
  return step.value.spans
}

function comparable(row: object): Record<string, unknown> {
  return jsonRow({ isActive: true, approved: true, ...row } as PrintableQuestion)
}

/** The maximum length of front matter, in characters. */
const LENGTH = 4_096

interface FileNote {
  line: number
  text: string
}

/**
 * Defaults for all questions of a file from the `key: value` lines between two `---` at its top. The returned source
 * has them blanked out, so that line numbers stay.
 */
function takeFrontMatter(source: string): { source: string; defaults: ParseDefaults; notes: FileNote[] } {
  const found = /^\s*---[ \t]*\n(.*?)\n---[ \t]*(?:\n|$)/s.exec(source.slice(0, LENGTH))
  const isMeta = (line: string) => line.trim() === '' || /^[\w -]+:/.test(line)
  if (!found?.[1]?.split('\n').every(isMeta)) {
    return { source, defaults: {}, notes: [] }
  }
  const defaults: ParseDefaults = {}
  const notes: FileNote[] = []
  const before = found[0].slice(0, found[0].indexOf('---')).split('\n').length
  for (const [position, text] of found[1].split('\n').entries()) {
    const line = before + 1 + position
    const { id, title, isActive, approved, unknown = [], ...meta } = lexMetaLine(unquoted(text)) ?? {}
    const isRead = Object.keys(meta).length > 0
    if (isRead || unknown.length > 0) notes.push(...unknown.map((note) => ({ line, text: note })))
    else if (text.trim() !== '') notes.push({ line, text: `Front matter that nothing reads: ${text.trim()}` })
    for (const [key, value] of Object.entries(meta)) {
      if (value !== null) Object.assign(defaults, { [key]: value })
    }
  }
  const blank = found[0].replace(/[^\n]/g, '')
  return { source: blank + source.slice(found[0].length), defaults, notes }
}

/** YAML lists and quotes have no further meaning here. */
function unquoted(line: string): string {
  return line.replace(/:[ \t]*\[(.*)\][ \t]*$/, ': $1').replace(/:[ \t]*(["'])(.*)\1[ \t]*$/, ': $2')
}

/** `Line 1 isn't`, `Lines 1, 3 to 7 aren't`. */
function linesText(ranges: readonly LineRange[]): string {
  const text = ranges.map(({ from, to }) => (from === to ? from : `${from} to ${to}`)).join(', ')
  const isOne = ranges.length === 1 && ranges[0]?.from === ranges[0]?.to
  return isOne ? `Line ${text} isn't` : `Lines ${text} aren't`
}

export const markdownFormat: FormatModule = {
  format: 'markdown',
  open: '',
  separator: '\n',
  close: '',
  print: printQuestion,

  *parse(source, defaults): ParseSteps {
    const file = takeFrontMatter(source)
    const { spans, otherLines } = yield* findQuestions(file.source)
    if (spans.length === 0) {
      throw unreadableSource('No questions found in the markdown. Please check the format.')
    }
    const merged = { ...defaults, ...file.defaults }
    const [firstOther] = otherLines
    const notes = [
      ...file.notes,
      ...(firstOther
        ? [{ line: firstOther.from, text: `${linesText(otherLines)} part of any question` }]
        : []),
    ]
    for (const [index, span] of spans.entries()) {
      const read = readQuestion(file.source, span, index, merged)
      const title = read.question?.row.title ?? read.error?.title ?? ''
      const ofFile = index > 0 ? [] : notes.map(({ line, text }) => issue({ index, line, title }, text))
      yield { ...read, warnings: [...ofFile, ...read.warnings] }
    }
  },
}
