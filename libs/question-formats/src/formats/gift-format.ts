import { categoryFields, categoryPath, unescapeCategory } from '../apply-defaults.ts'
import { describeLosses } from '../describe-losses.ts'
import { escapeMarkdown } from '../escape-markdown.ts'
import { parseBlocks } from '../parse-blocks.ts'
import { cutTitle, escapeWildcard, shareOf, titleOf } from '../row-fields.ts'
import type {
  FormatModule,
  ParseDefaults,
  PrintableOption,
  PrintableQuestion,
  ReadQuestion,
} from '../types.ts'
import { type Place, rowError, validateRow } from '../validate-row.ts'
import { chooseLanguage } from './choose-language.ts'
import { escapeGift, indexOfPlain, readAnswers, readText, takeFormat, unescapeGift } from './gift-answers.ts'

/** The text between two blank lines: at most one question, without its comments. */
interface GiftBlock {
  /** Its first line, from 1. */
  line: number
  text: string
  /** Comments before and in it, without their slashes. */
  comments: string[]
  /** The current `$CATEGORY:`, as names from the top. */
  category: string[] | undefined
}

interface Line {
  number: number
  text: string
}

/** Also with U+2028 in a name, which ends no line here. */
const CATEGORY = /^\$CATEGORY:(.*)$/is

/** The number of lines between two yields to other work. */
const STEP = 1_000

/**
 * Splits a file at its blank lines. Blank lines inside braces don't count, unless the brace is never closed: it must
 * not swallow later questions.
 */
function* scanBlocks(source: string): Generator<GiftBlock | undefined, void, void> {
  const scanner = new BlockScanner()
  for (const [index, text] of source.split('\n').entries()) {
    if (index % STEP === STEP - 1) yield undefined
    yield* scanner.take({ number: index + 1, text })
  }
  yield* scanner.end()
}

class BlockScanner {
  private lines: Line[] = []
  private comments: string[] = []
  private category: string[] | undefined
  private isOpen = false
  /** The last blank line since the brace was opened, as a position in `lines`. */
  private blankAt: number | undefined;

  *take(line: Line): Generator<GiftBlock, void, void> {
    const text = line.text.trim()
    if (text.startsWith('//')) {
      this.comments.push(text.slice(2).trim())
      return
    }
    if (text === '' && !this.isOpen) {
      yield* this.end()
      return
    }
    const category = this.isOpen ? null : CATEGORY.exec(text)
    if (category) {
      yield* this.end()
      this.category = unescapeCategory(category[1] ?? '')
      return
    }
    if (text === '') this.blankAt = this.lines.length
    else if (this.blankAt !== undefined && (text.startsWith('::') || CATEGORY.test(text))) {
      yield* this.splitAtBlank()
      yield* this.take(line)
      return
    }
    this.lines.push(line)
    if (this.follow(line.text)) yield* this.splitAtBlank()
  }

  /** Yields the pending block; comments without a question are dropped. */
  *end(): Generator<GiftBlock, void, void> {
    const [first] = this.lines
    if (first) {
      const text = this.lines.map((line) => line.text).join('\n')
      yield { line: first.number, text, comments: this.comments, category: this.category }
      this.comments = []
    }
    this.lines = []
    this.isOpen = false
    this.blankAt = undefined
  }

  /** Tracks the braces. Returns true if one is opened inside another after a blank line, where the block is split. */
  private follow(text: string): boolean {
    for (let at = 0; at < text.length; at++) {
      if (text[at] === '\\') at++
      else if (text[at] === '}') {
        this.isOpen = false
        this.blankAt = undefined
      } else if (text[at] === '{') {
        if (this.isOpen && this.blankAt !== undefined) return true
        this.isOpen = true
      }
    }
    return false
  }

  private *splitAtBlank(): Generator<GiftBlock, void, void> {
    const at = this.blankAt ?? this.lines.length
    const later = this.lines.slice(at + 1)
    this.lines = this.lines.slice(0, at)
    yield* this.end()
    for (const line of later) yield* this.take(line)
  }
}

/** Longer blocks are damaged: a brace that was never closed. */
const QUESTION_LENGTH = 256 * 1024

/** Reads the question of one block. Never throws. */
function readQuestion(block: GiftBlock, index: number, defaults: ParseDefaults): ReadQuestion {
  const notes = new Set<string>()
  const { name, rest } = takeName(block.text, notes)
  const place: Place = { index, line: block.line, title: name ?? cutTitle(unescapeGift(rest)) }
  if (block.text.length > QUESTION_LENGTH)
    return rowError(place, [`Longer than ${QUESTION_LENGTH} characters`])
  const { format, raw } = takeFormat(rest)
  const open = indexOfPlain(raw, '{')
  const close = indexOfPlain(raw, '}', open + 1)
  if (open === -1) return rowError(place, ['There are no answers in braces'])
  if (close === -1) return rowError(place, ['The brace before the answers is never closed'])
  const body = raw.slice(open + 1, close)
  const after = raw.slice(close + 1)
  if (indexOfPlain(body, '{') !== -1 || indexOfPlain(after, '{') !== -1 || indexOfPlain(after, '}') !== -1) {
    return rowError(place, [STRAY_BRACE])
  }

  const answers = readAnswers(body, format, notes)
  if ('problem' in answers) return rowError(place, [answers.problem])
  const gap = after.trim() === '' ? '' : ` _____ ${after.trim()}`
  const prefix = format === undefined ? '' : `[${format}]`
  const before = gap === '' ? raw.slice(0, open) : raw.slice(0, open).trimEnd()
  const content = readText(prefix + before + gap, undefined, notes)
  const draft = {
    ...answers,
    ...categoryFields(block.category),
    title: name ?? titleOf(content),
    // A name without a text is the question.
    content: content.trim() === '' ? escapeMarkdown(name ?? '') : content,
    tags: readTags(block.comments, notes),
  }
  return validateRow({ ...place, title: draft.title }, draft, defaults, notes)
}

const STRAY_BRACE =
  'Only answers can be in braces: write other braces as \\{ and \\}, and put a blank line between questions'

function takeName(text: string, notes: Set<string>): { name: string | undefined; rest: string } {
  const trimmed = text.trimStart()
  const end = trimmed.startsWith('::') ? indexOfPlain(trimmed, '::', 2) : -1
  if (end === -1) return { name: undefined, rest: trimmed }
  const name = chooseLanguage(unescapeGift(trimmed.slice(2, end)), notes)
    .replace(/\s+/g, ' ')
    .trim()
  return { name: name === '' ? undefined : name, rest: trimmed.slice(end + 2) }
}

/** `// [id:x] [tag:y]`: Moodle's own comments. */
function readTags(comments: readonly string[], notes: Set<string>): string[] {
  const tags: string[] = []
  for (const comment of comments) {
    for (const [, kind, value = ''] of comment.matchAll(/\[(id|tag):((?:\\[\\\]]|[^\\\]]){0,500})\]/g)) {
      const text = value.replace(/\\([\\\]])/g, '$1').trim()
      if (kind === 'tag') tags.push(text)
      else notes.add(`The id number "${text}" is not kept`)
    }
  }
  return tags
}

/** A question in GIFT. Fields that GIFT doesn't support are in a comment above it. */
function printQuestion(question: PrintableQuestion, _index: number, previous?: PrintableQuestion) {
  const category = `$CATEGORY: ${categoryPath(question)}\n\n`
  const text = [
    ...tagComment(question.tags),
    `::${escapeGift(question.title)}::[markdown]${escapeGift(question.content)}{${printAnswers(question)}}\n`,
  ].join('\n')
  const losses = describeLosses(question, readBack(category + text))
  const isSameCategory = previous !== undefined && categoryPath(previous) === categoryPath(question)
  // Square brackets could be read as a tag.
  const comments = losses.map((loss) => `// ${loss.replaceAll('[', '(').replaceAll(']', ')')}\n`).join('')
  return { text: (isSameCategory ? '' : category) + comments + text, losses }
}

function readBack(text: string): ReadQuestion | undefined {
  const blocks = [...scanBlocks(text)].filter((block) => block !== undefined)
  const [only] = blocks
  return only && blocks.length === 1 ? readQuestion(only, 0, {}) : undefined
}

function tagComment(tags: readonly string[]): string[] {
  if (tags.length === 0) return []
  return [`// ${tags.map((tag) => `[tag:${tag.replace(/[\\\]]/g, (mark) => `\\${mark}`)}]`).join(' ')}`]
}

function printAnswers(question: PrintableQuestion): string {
  const general = question.explanation === '' ? [] : [`####${printText(question.explanation)}`]
  const truth = printTruth(question)
  if (truth !== undefined) return [truth, ...general].join('\n\t')
  if (question.answer?.kind === 'number') {
    const { value, tolerance = 0 } = question.answer
    return [`#${value}:${tolerance}`, ...general].join('\n\t')
  }
  const right = question.options.filter((option) => option.isCorrect).length
  const lines = [
    ...printTyped(question),
    ...question.options.map((option) => printOption(option, right)),
    ...general,
  ]
  return lines.length === 0 ? '' : `\n${lines.map((line) => `\t${line}\n`).join('')}`
}

/** Pairs, or accepted texts. */
function printTyped({ answer }: PrintableQuestion): string[] {
  if (answer?.kind === 'text') return answer.accepted.map((text) => `=${printText(escapeWildcard(text))}`)
  if (answer?.kind !== 'pairs') return []
  return [
    ...answer.pairs.map(({ left, right }) => `=${printText(left)} -> ${printText(right)}`),
    ...(answer.extra ?? []).map((text) => `= -> ${printText(text)}`),
  ]
}

function printTruth({ type, options }: PrintableQuestion): string | undefined {
  const [first, second] = options
  if (type !== 'true-false' || options.length !== 2 || first?.text !== 'True' || second?.text !== 'False') {
    return undefined
  }
  const [right, wrong] = first.isCorrect ? [first, second] : [second, first]
  const printedFeedback = [wrong.feedback ?? '', right.feedback ?? ''].map((text) => `#${printText(text)}`)
  const isSaid = wrong.feedback || right.feedback
  return `${first.isCorrect ? 'TRUE' : 'FALSE'}${isSaid ? printedFeedback.join('') : ''}`
}

function printOption({ text, isCorrect, feedback }: PrintableOption, right: number): string {
  const mark = right === 1 ? (isCorrect ? '=' : '~') : `~%${isCorrect ? shareOf(right) : '-100'}%`
  return `${mark}${printText(text)}${feedback ? `#${printText(feedback)}` : ''}`
}

/** A text that starts like a format, a weight or with space needs an explicit format. */
const printText = (text: string) => (/^[\s[%]/.test(text) ? '[markdown]' : '') + escapeGift(text)

/** Moodle's text format (docs.moodle.org, "GIFT format"). */
export const giftFormat: FormatModule = {
  format: 'gift',
  open: '',
  separator: '\n',
  close: '',
  print: printQuestion,
  parse: parseBlocks(scanBlocks, readQuestion),
}
