import { lexAnswerByPosition, lexAnswerLine, lexExplanationLine } from './lex-answer-line.ts'
import { lexMetaLine } from './lex-meta-line.ts'
import {
  lexOptionLine,
  lexTrueFalseLine,
  openEndedWords,
  optionsWords,
  splitInlineOptions,
} from './lex-option-line.ts'
import { lexQuestionLine, type QuestionLine } from './lex-question-line.ts'
import { scanLines } from './scan-lines.ts'

/** A range of the source with one question. */
export interface QuestionSpan {
  start: number
  end: number
  /** From 1. */
  line: number
  /** The nearest headings above, outermost first. */
  headings: readonly string[]
  /** What is opened in it and not closed before the next question. */
  unclosed?: Unclosed
}

interface Unclosed {
  what: 'code block' | 'comment'
  start: number
  /** From 1. */
  line: number
}

export interface FoundQuestions {
  spans: QuestionSpan[]
  /** What no question has, besides blank lines and the headings without a number above questions; in order. */
  otherLines: LineRange[]
}

/** From the first to the last line, from 1. */
export interface LineRange {
  from: number
  to: number
}

interface Mark extends QuestionLine {
  start: number
  line: number
  /** Nothing but indented lines since the mark before: an item of the same list. */
  followsItem: boolean
  /** The number of option lines between this mark and the next one. */
  options: number
}

/** The number of lines between two yields to other work. */
const STEP = 2_000
const LONGEST_LINE = 2_000

/**
 * Finds where questions begin and end, by evidence rather than by one layout: every numbered line or heading may
 * begin a question; options between two of them show that the first one does.
 */
export function* findQuestions(source: string): Generator<undefined, FoundQuestions, void> {
  const { marks, unclosed, filled } = yield* findMarks(source)
  const chosen = chooseBoundaries(marks)
  const ends = marks.filter((mark) => mark.style === 'heading')
  const spans: QuestionSpan[] = []
  let nextEnd = 0
  for (const [position, mark] of chosen.entries()) {
    const next = chosen[position + 1]?.start ?? source.length
    while ((ends[nextEnd]?.start ?? source.length) <= mark.start) nextEnd++
    let end = next
    for (let at = nextEnd; at < ends.length && (ends[at]?.start ?? next) < next; at++) {
      const heading = ends[at]
      if (heading && heading.level <= mark.level) {
        end = heading.start
        break
      }
    }
    spans.push({ start: mark.start, end, line: mark.line, headings: [] })
  }
  let holder = 0
  for (const one of unclosed) {
    while ((spans[holder]?.end ?? source.length) < one.start) holder++
    const span = spans[holder]
    if (span && span.start <= one.start) span.unclosed ??= one
  }
  const sections = new Set<number>()
  const found = withHeadings(spans, ends, sections)
  return { spans: found, otherLines: outside(filled, spans, sections) }
}

interface Line {
  start: number
  /** From 1. */
  line: number
}

/** The lines that no span has, except for the headings that begin at `sections`. */
function outside(
  lines: readonly Line[],
  spans: readonly QuestionSpan[],
  sections: ReadonlySet<number>,
): LineRange[] {
  const ranges: LineRange[] = []
  let next = 0
  let isInRange = false
  for (const { start, line } of lines) {
    while ((spans[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next++
    const isOutside = start < (spans[next]?.start ?? Number.POSITIVE_INFINITY) && !sections.has(start)
    const last = ranges.at(-1)
    if (isOutside && isInRange && last) last.to = line
    else if (isOutside) ranges.push({ from: line, to: line })
    isInRange = isOutside
  }
  return ranges
}

interface FoundMarks {
  marks: Mark[]
  unclosed: Unclosed[]
  /** The lines that aren't blank, and no comments of one line. */
  filled: Line[]
}

function* findMarks(source: string): Generator<undefined, FoundMarks, void> {
  const marks: Mark[] = []
  const unclosed: Unclosed[] = []
  const filled: Line[] = []
  let current: Mark | undefined
  let position = 0
  let trueFalse = 0
  const settle = () => {
    if (current) current.options += position + (trueFalse >= 2 ? trueFalse : 0)
    position = 0
    trueFalse = 0
  }
  /** The details that the current question opened end where another question begins. */
  let leftDetails = false
  let isInList = false
  for (const scanned of scanLines(source)) {
    const { number, start, text, kind } = scanned
    const line = number + 1
    if (number % STEP === STEP - 1) yield undefined
    if (scanned.unclosed) unclosed.push({ what: scanned.unclosed, start, line })
    if (text.trim() !== '' && !isComment(text)) filled.push({ start, line })
    const isText = kind === 'text' && text !== '' && text.length <= LONGEST_LINE
    // A heading this far in is part of the item above.
    const isInItem: boolean = isInList && text.startsWith('   ')
    const read: QuestionLine | undefined = isText && !isInItem ? lexQuestionLine(text) : undefined
    leftDetails &&= scanned.insideDetails
    leftDetails ||= scanned.insideDetails && read !== undefined && isNextHeading(read, current)
    const insideDetails = scanned.insideDetails && !leftDetails
    const followsItem = isInList
    isInList = read ? read.style === 'dot' || read.style === 'paren' : isInList && !/^\S/.test(text)
    if (read && !insideDetails) {
      settle()
      if (read.style === 'heading' && isPartHeading(read, text)) continue
      const mark: Mark = { ...read, start, line, followsItem, options: 0 }
      marks.push(mark)
      current = mark
    } else if (isText && !insideDetails) {
      for (const one of splitInlineOptions(text)) {
        if (lexOptionLine(one, position)) position++
        else if (lexTrueFalseLine(one)) trueFalse++
      }
    }
  }
  settle()
  return { marks, unclosed, filled }
}

const isComment = (line: string) => /^\s*<!--.*-->\s*$/.test(line)

/** A heading of the current question's level, or above it, with a later number. */
const isNextHeading = (read: QuestionLine, current: QuestionLine | undefined) =>
  read.style === 'heading' &&
  read.text !== '' &&
  current?.style === 'heading' &&
  (read.number ?? 0) > (current.number ?? read.number ?? 0) &&
  read.level <= current.level

const optionsHeading = new RegExp(`^[*_]*(?:${optionsWords})[*_]*[:：]?$`, 'i')

/** A heading that labels a part of a question (`#### Answer: D`) neither begins nor ends one. */
export function isPartHeading({ number, text }: QuestionLine, line: string): boolean {
  const bare = text.replace(/[*_]+$/, '')
  if (lexAnswerLine(line) || lexExplanationLine(line) !== undefined || optionsHeading.test(text)) return true
  if (number !== undefined) return false
  return /[:：]$/.test(bare) || lexMetaLine(text) !== undefined || isAnswerByPlace(text)
}

const isAnswerByPlace = (text: string) => /[:：]/.test(text) && lexAnswerByPosition(text) !== undefined

function chooseBoundaries(marks: readonly Mark[]): Mark[] {
  if (!marks.some((mark) => mark.number !== undefined)) return marks.filter((mark) => mark.options >= 2)
  const levels = questionLevels(marks)
  const nextNumbers = nextNumbersWithOptions(marks)
  const chosen: Mark[] = []
  /** The level of the current question heading. */
  let below: number | undefined
  /** The number of the last step of a list inside a question. */
  let listed = 0
  let countBegins = true
  for (const [position, mark] of marks.entries()) {
    if (mark.style === 'heading') {
      countBegins = true
      listed = 0
      const isQuestion = mark.number !== undefined && levels.has(mark.level)
      if (isQuestion) chosen.push(mark)
      if (isQuestion) below = mark.level
      else if (below !== undefined && mark.level <= below) below = undefined
    } else if (below !== undefined && !isAdjacent(mark, chosen.at(-1), listed)) {
      listed = mark.number ?? 0
    } else {
      const last = chosen.at(-1)
      const isItemBelow = mark.followsItem && marks[position - 1] === last
      const isNext =
        isItemBelow || (countBegins && below === undefined) || continues(last?.number ?? 0, mark.number ?? 0)
      if (!isQuestionItem(mark, isNext, isItemBelow ? undefined : nextNumbers[position])) continue
      if (mark.options < 2 && !mayLackOptions(mark, levels.size > 0)) continue
      chosen.push(mark)
      countBegins = false
      below = undefined
    }
  }
  return chosen
}

/**
 * The levels of headings that are questions. A heading above two or more items with their own options is a section
 * (`# 1. Basics`), and so are all headings of that level.
 */
function questionLevels(marks: readonly Mark[]): Set<number> {
  const levels = new Map<number, { evidence: number; count: number; sections: number }>()
  let heading: Mark | undefined
  let items = 0
  const settle = () => {
    if (!heading || heading.number === undefined) return
    const seen = levels.get(heading.level) ?? { evidence: 0, count: 0, sections: 0 }
    seen.count++
    if (heading.options >= 2 || items === 1) seen.evidence++
    if (heading.options < 2 && items >= 2) seen.sections++
    levels.set(heading.level, seen)
  }
  for (const mark of marks) {
    // An unnumbered heading below a numbered one belongs to that question's content; a numbered one begins its own.
    if (mark.style === 'heading' && (mark.number !== undefined || mark.level <= (heading?.level ?? 7))) {
      settle()
      heading = mark
      items = 0
    } else if (mark.options >= 2) items++
  }
  settle()
  const candidates = [...levels].filter(([, seen]) => seen.sections === 0)
  const shown = candidates.filter(([, seen]) => seen.evidence > 0)
  if (shown.length > 0) return new Set(shown.map(([level]) => level))
  if (marks.some((mark) => mark.style !== 'heading' && mark.options >= 2)) return new Set()
  // Nothing has options: all questions are open-ended, on the level of most numbered headings.
  const [most] = candidates.toSorted(([a, one], [b, other]) => other.count - one.count || a - b)
  return new Set(most ? [most[0]] : [])
}

/** For each mark, the number of the next item with options before any heading. */
function nextNumbersWithOptions(marks: readonly Mark[]): (number | undefined)[] {
  let next: number | undefined
  return marks
    .toReversed()
    .map((mark) => {
      const found = next
      if (mark.style === 'heading') next = undefined
      else if (mark.options >= 2) next = mark.number
      return found
    })
    .reverse()
}

/**
 * A numbered line with options is a question. One without is a question (open-ended, or invalid) if it is the next
 * item and no later question has its number; otherwise it is a step of a list in the previous question.
 */
function isQuestionItem(mark: Mark, isNext: boolean, nextNumber: number | undefined): boolean {
  return mark.options >= 2 || (isNext && (nextNumber === undefined || nextNumber > (mark.number ?? 0)))
}

/** Lists leave out numbers, but a year begins no question. */
const MOST_LEFT_OUT = 100
const continues = (last: number, number: number) => number > last && number <= last + MOST_LEFT_OUT

/**
 * Below a question that is a heading, a numbered line is a separate question if both have options and no list of
 * steps leads up to its number.
 */
function isAdjacent(mark: Mark, heading: Mark | undefined, listed: number): boolean {
  return (heading?.options ?? 0) >= 2 && mark.options >= 2 && mark.number !== listed + 1
}

/** Tables of contents aren't questions; nor are steps in a text between questions that are headings. */
function mayLackOptions({ text }: Mark, questionsAreHeadings: boolean): boolean {
  if (/^\[.*\]\(#[^)]*\)$/.test(text)) return false
  return !questionsAreHeadings || openEndedWords.test(text)
}

/** Adds the positions of the headings without a number above questions to `used`. */
function withHeadings(
  spans: readonly QuestionSpan[],
  headings: readonly Mark[],
  used: Set<number>,
): QuestionSpan[] {
  const starts = new Set(spans.map((span) => span.start))
  const path: Mark[] = []
  let next = 0
  return spans.map((span) => {
    for (; (headings[next]?.start ?? span.start) < span.start; next++) {
      const heading = headings[next]
      if (!heading || starts.has(heading.start)) continue
      while ((path.at(-1)?.level ?? 0) >= heading.level) path.pop()
      path.push(heading)
    }
    for (const { start, number } of path) if (number === undefined) used.add(start)
    return { ...span, headings: path.map((heading) => heading.text) }
  })
}
