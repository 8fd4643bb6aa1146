import {
  answerErrors,
  isTyped,
  OPTIONS_MIN,
  optionErrors,
  type QuestionRowInput,
  type QuestionTypeInput,
} from '@rehearse/contracts'
import { applyDefaults } from '../apply-defaults.ts'
import { parseJsonRow } from '../formats/parse-json-row.ts'
import { TITLE_CUT, withoutMarks } from '../row-fields.ts'
import type { ParseDefaults, PrintableOption, ReadQuestion } from '../types.ts'
import { checkRow, issue, type Place, rowError } from '../validate-row.ts'
import { readAnswerBlock } from './answer-block.ts'
import { findKey } from './find-key.ts'
import type { QuestionSpan } from './find-questions.ts'
import { type KeyedOptions, keyOptions } from './key-options.ts'
import { lexMetaLine, readTags, readType, takePoints } from './lex-meta-line.ts'
import { openEndedWords } from './lex-option-line.ts'
import { lexQuestionLine } from './lex-question-line.ts'
import { type Block, parseBlocks } from './parse-blocks.ts'
import type { QuestionParts } from './question-parts.ts'
import { QuestionReader } from './question-reader.ts'
import { scanLines } from './scan-lines.ts'

/**
 * Limits of one question. Only a damaged or hostile file exceeds them, and the Markdown parser takes quadratic time
 * in lines and nested containers.
 */
const QUESTION_LENGTH = 256 * 1024
const QUESTION_LINES = 1_000
const DEEPLY_NESTED =
  /^(?:[ \t]{0,8}(?:>|(?:[-*+]|\d{1,9}[.)])[ \t])){33}|^[ \t]{100}[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/m

/** Marks a question that is written as JSON, because its texts can't be distinguished from the markup around them. */
export const JSON_QUESTION = 'json question'

/** Reads the question in one span of the source. Never throws. */
export function readQuestion(
  source: string,
  span: QuestionSpan,
  index: number,
  defaults: ParseDefaults,
): ReadQuestion {
  const read = readSpan(source, span, index, defaults)
  if (!span.unclosed) return read
  const note = `The ${span.unclosed.what} that begins in line ${span.unclosed.line} is never closed`
  if (read.error) return { ...read, error: { ...read.error, message: `${read.error.message}; ${note}` } }
  const place = { index, line: span.unclosed.line, title: read.question?.row.title ?? '' }
  return { ...read, warnings: [...read.warnings, issue(place, note)] }
}

function readSpan(source: string, span: QuestionSpan, index: number, defaults: ParseDefaults): ReadQuestion {
  const place: Place = { index, line: span.line, title: '' }
  const written = source.slice(span.start, Math.min(span.end, span.start + QUESTION_LENGTH + 1)).trimEnd()
  const numbered = lexQuestionLine(written.split('\n', 1)[0] ?? '')
  place.title = oneLine(withoutMarks(numbered?.text ?? '')).slice(0, TITLE_CUT)
  const excess = excessOf(written)
  if (excess) return rowError(place, [excess])
  const text = codeOnLinesOfItsOwn(written)
  const lines = text.split('\n')
  const { firstLine, body } = splitTitle(parseBlocks(text))
  const json = body.find((block) => block.kind !== 'rule')
  if (json?.kind === 'code' && json.info === JSON_QUESTION) return readJsonBlock(json, place, defaults)
  const titled = readTitleLine(firstLine)
  const parts = new QuestionReader(lines, declaresAnswer(lines, defaults)).read(body)
  const isBlank = (line: number) => (lines[line] ?? '').trim() === ''
  const title = titleOf(titled.text, parts)
  place.title = parts.meta.title ?? title.cut
  // The key first: it may find the options in the content.
  const keyed = keyOptions(parts, isBlank)
  const content = parts.content.build(isBlank)
  const explanation = explanationOf(parts, keyed, isBlank)
  const type = typeOf(parts, parts.meta.type ?? titled.type ?? defaults.type)
  const answer = type && parts.answer && readAnswerBlock(type, parts.answer)
  const { id, unknown, ...meta } = parts.meta
  const lineOf = (line: number) => span.line + line
  const comments = parts.comments.map(
    ({ from, to }) => `The comment in lines ${lineOf(from)} to ${lineOf(to)} is not read`,
  )
  const notes = [...(unknown ?? []), ...comments].map((note) => issue(place, note))
  const row = applyDefaults(
    {
      ...meta,
      title: place.title,
      content: fullContent(content, title, parts.meta.title !== undefined),
      difficulty:
        parts.meta.difficulty ?? defaults.difficulty ?? guessDifficulty(title.full, parts, span.headings),
      type: type ?? inferType(keyed.options, title.full, parts),
      options: keyed.options.map(({ feedback, ...option }) => (feedback ? { ...option, feedback } : option)),
      ...(answer && { answer }),
      explanation,
      tags: [...(parts.meta.tags ?? []), ...titled.tags],
      points: parts.meta.points ?? titled.points,
    },
    defaults,
  )
  const problems = problemsOf(
    row.content,
    type ?? inferType(keyed.options, title.full, parts),
    { ...keyed, answer },
    title.full,
  )
  const key = [row.content, ...keyed.options.map(({ text }) => text.replace(/^.*/, ''))]
    .map(findKey)
    .find(Boolean)
  if (problems.length === 0 && key !== undefined)
    problems.push(`The text shows the key: ${key.trim().slice(0, 80)}`)
  if (problems.length > 0) return { ...rowError(place, problems), warnings: notes }
  const checked = checkRow(place, row, title.full)
  const read = { ...checked, warnings: [...checked.warnings, ...notes] }
  return read.question && id !== undefined ? { ...read, question: { ...read.question, id } } : read
}

function excessOf(text: string): string | undefined {
  if (text.length > QUESTION_LENGTH) return `Longer than ${QUESTION_LENGTH} characters`
  if (text.split('\n').length > QUESTION_LINES) return `Longer than ${QUESTION_LINES} lines`
  return DEEPLY_NESTED.test(text) ? 'Lists or quotes are nested too deeply' : undefined
}

/** The line with the number, and everything after it. */
function splitTitle(blocks: readonly Block[]): { firstLine: string; body: Block[] } {
  const [first, ...rest] = blocks
  if (!first) return { firstLine: '', body: [] }
  const item = first.items[0]
  if (first.kind === 'list' && item) {
    const [head, ...inner] = item.blocks
    // Further items of the same list are steps within this question: they stay one text.
    const after = first.items[1]
    const steps = after ? [restOfList(first, after.from)] : []
    const isText = head?.kind === 'paragraph' || head?.kind === 'heading'
    const firstLine = isText ? (head.lines[0] ?? '') : ''
    const opening = isText ? withoutFirstLine(head) : head ? [head] : []
    return { firstLine, body: [...opening, ...inner, ...steps, ...rest] }
  }
  const read = lexQuestionLine(first.lines[0] ?? '')
  return { firstLine: read?.text ?? '', body: [...withoutFirstLine(first), ...rest] }
}

const restOfList = (list: Block, from: number): Block => ({
  ...list,
  kind: 'quote',
  from,
  items: [],
  lines: list.lines.slice(from - list.from),
})

function withoutFirstLine(block: Block): Block[] {
  if (block.lines.length < 2) return []
  return [{ ...block, kind: 'paragraph', from: block.from + 1, lines: block.lines.slice(1) }]
}

/** Whether a block of code may be the key: elsewhere it is a part of the text. */
function declaresAnswer(lines: readonly string[], { type }: ParseDefaults): boolean {
  if (!lines.some((line) => /^ *(?:`{3,}|~{3,})answer\b/.test(line))) return false
  return lines.some((line) => isTyped(lexMetaLine(line)?.type ?? type ?? ''))
}

/** Without its key, what other lists call a short answer is an open-ended question. */
function typeOf(parts: QuestionParts, type: QuestionTypeInput | undefined): QuestionTypeInput | undefined {
  return type === 'short-answer' && parts.answer === undefined ? 'open-ended' : type
}

const typeHint = /(?<![ \t])[ \t]*\(([A-Za-z][A-Za-z/ -]{2,28})\)[ \t]*$/
const trailingTags = /(?<=[?.!:)\]\p{L}])((?:[ \t]+#\p{L}[\p{L}\p{N}_-]*)+)[ \t]*$/u

/** Removes `[5 points]`, `(True/False)`, `#tags` and the marks of a heading and of strong text from the title's line. */
export function readTitleLine(line: string) {
  const scored = takePoints(withoutMarks(line))
  let text = scored.text.slice(0, 20_000)
  const hint = typeHint.exec(text)
  const type = hint?.[1] ? readType(hint[1])?.type : undefined
  if (hint && type) text = text.slice(0, hint.index)
  // Without points before them, tags must follow the end of a sentence: the question may be about `#main`.
  const found = text.length > 1_000 ? undefined : trailingTags.exec(text)
  const ends = found && (scored.points !== undefined || /[?.!]$/.test(text.slice(0, found.index)))
  const tags = found?.[1] && ends ? readTags(found[1].trim()) : []
  if (found && ends) text = text.slice(0, found.index)
  return { text: text.trim(), tags, type, points: scored.points }
}

interface Title {
  full: string
  cut: string
  isCut: boolean
  /** Whether the title is the start of the content. */
  fromContent: boolean
}

function titleOf(firstLine: string, parts: QuestionParts): Title {
  const own = oneLine(firstLine)
  const full = own || oneLine(parts.prose.find((line) => line.trim() !== '') ?? '')
  const isCut = full.length > TITLE_CUT
  const cut = isCut ? `${full.slice(0, TITLE_CUT).replace(/[\ud800-\udbff]$/, '')}...` : full
  return { full, cut, isCut, fromContent: own === '' }
}

const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

/** A shortened title, or one without content, is part of the content too, so that nothing is lost. */
function fullContent(content: string, title: Title, hasOwnTitle: boolean): string {
  if (content.trim() === '') return title.full
  if (!title.isCut || title.fromContent || hasOwnTitle) return content
  return `${title.full}\n\n${content}`
}

function explanationOf(
  parts: QuestionParts,
  keyed: KeyedOptions,
  isBlank: (line: number) => boolean,
): string {
  const text = parts.explanation.build(isBlank)
  return [...keyed.answerTexts, text].filter((part) => part.trim() !== '').join('\n\n')
}

/** From the specification's words: in the question's own text first, then in the headings above it. */
function guessDifficulty(title: string, parts: QuestionParts, headings: readonly string[]): string {
  for (const text of [`${title} ${parts.prose.join(' ')}`, ...headings.toReversed()]) {
    if (/\b(?:easy|beginner)\b/i.test(text)) return 'beginner'
    if (/\b(?:hard|advanced)\b/i.test(text)) return 'advanced'
  }
  return 'intermediate'
}

function inferType(
  options: readonly PrintableOption[],
  title: string,
  parts: QuestionParts,
): QuestionTypeInput {
  if (options.length === 0) {
    const isAnswered = parts.hasDetails || parts.answers.some((answer) => answer.labels.length === 0)
    return isAnswered || openEndedWords.test(title) ? 'open-ended' : 'multiple-choice'
  }
  const texts = options.map((option) => option.text.trim().toLowerCase())
  return texts.length === 2 && texts.includes('true') && texts.includes('false')
    ? 'true-false'
    : 'multiple-choice'
}

function problemsOf(
  content: string,
  type: QuestionTypeInput,
  keyed: KeyedOptions & Pick<QuestionRowInput, 'answer'>,
  title: string,
): string[] {
  if (content.trim() === '' || title === '') return ['Missing title or content']
  if (keyed.problems.length > 0) return keyed.problems
  const problems = [
    ...optionErrors({ type, options: keyed.options }),
    ...answerErrors({ type, answer: keyed.answer }),
  ].map((problem) => problem.message)
  return keyed.options.length < OPTIONS_MIN ? problems.slice(0, 1) : problems
}

function readJsonBlock(block: Block, place: Place, defaults: ParseDefaults): ReadQuestion {
  try {
    const value: unknown = JSON.parse(block.lines.slice(1, -1).join('\n'))
    return parseJsonRow(value, place.index, defaults, place.line)
  } catch (error) {
    return rowError(place, [`JSON parsing error: ${error instanceof Error ? error.message : String(error)}`])
  }
}

/**
 * Moves code that starts on an option's own line (`- [x] ```js`) to a new line. Markdown would take that line for
 * text, and the closing fence for an opening one.
 */
function codeOnLinesOfItsOwn(question: string): string {
  if (!codeFenceAfterLabel.test(question)) return question
  const lines = Array.from(scanLines(question))
  return lines
    .map(({ text, codeAt, number }) => {
      if (codeAt === undefined) return text
      const code = lines.slice(number + 1).find((line) => line.text.trim() !== '')?.text ?? ''
      const inner = /^[ \t]*(?:[-*+][ \t]+)?/.exec(text)?.[0].length ?? 0
      const indent = /^[ \t]*/.exec(code)?.[0].slice(0, inner) ?? ''
      return `${text.slice(0, codeAt).trimEnd()}\n${indent}${text.slice(codeAt)}`
    })
    .join('\n')
}

const codeFenceAfterLabel = /[.:)\]*][ \t]+(?:`{3}|~{3})/
