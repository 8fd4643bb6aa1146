import { lexQuestionLine } from './lex-question-line.ts'

const container = '^[ \\t]*(?:(?:[-*+]|\\d{1,9}[.)])[ \\t]+|>[ \\t]?){0,8}'
const optionMark = '(?:\\[[ xX✓✔✅]\\][ \\t]+)?(?:(?:\\*\\*)?\\(?\\p{L}(?:\\*\\*)?[.:)](?:\\*\\*)?[ \\t]+)?'
const fence = new RegExp(`(${container})(${optionMark})(\`{3,}|~{3,})[^\`]*$`, 'u')
const closingFence = /^[ \t>]*(?:`{3,}|~{3,})[ \t]*$/
/** The maximum number of unsuitable fences looked at for one that suits. */
const SEARCH = 64
/** Longer lines begin no question. */
const LONGEST = 2_000

/** A line that can open or close a block of code. */
export interface Fence {
  mark: string
  length: number
  /** The columns before it, of list items and quotes too. */
  indent: number
  /** Where an option's code starts on the option's own line (`- A: ```js`). */
  codeAt?: number
  /** Nothing but the fence: it closes a block, or opens one. */
  isBare: boolean
}

export function lexFence(line: string): Fence | undefined {
  if (!line.includes('```') && !line.includes('~~~')) return undefined
  const [, before = '', option = '', run = ''] = fence.exec(line) ?? []
  if (run === '') return undefined
  const codeAt = option === '' ? {} : { codeAt: before.length + option.length }
  const { length: indent } = before
  return { mark: run.slice(0, 1), length: run.length, indent, ...codeAt, isBare: closingFence.test(line) }
}

export const closesFence = (open: Fence, { mark, length, isBare }: Fence): boolean =>
  isBare && mark === open.mark && length >= open.length

/** A line of a fence, or one that may begin a question. */
interface Mark {
  start: number
  indent: number
  fence?: Fence
}

export interface BrokenBlocks {
  /** The position where the block that opens at `start` ends, if it isn't closed before the next question. */
  endOf(start: number): number | undefined
  /** The position of the next line that may begin a question, or the source's end. */
  questionAfter(start: number): number
}

/** The costs of a reading: a block with questions in it, and with fences in it that don't match; one left open. */
const WITH_QUESTION = 1
const UNMATCHED = 2
const LEFT_OPEN = 2

/**
 * Finds the blocks of code that aren't closed before the next question. A fence in that question would close an open
 * block, and its own closing fence would open another. So of the two readings of a fence, closed or left open, the one
 * counts that makes the rest of the source less odd.
 */
export function findBrokenBlocks(source: string): BrokenBlocks {
  const marks = findMarks(source)
  const ends = new Map<number, number>()
  const costs = Array.from({ length: marks.length + 1 }, () => 0)
  const boundaries: number[] = []
  const bare = new Map<string, number[]>()
  const named = new Map<string, number[]>()
  /** The number of fences from each mark on. */
  const fences = [...costs]
  const cost = (at: number) => costs[at] ?? 0
  const fencesFrom = (at: number) => fences[at] ?? 0
  for (const [at, { start, fence: open }] of [...marks.entries()].toReversed()) {
    costs[at] = cost(at + 1)
    fences[at] = fencesFrom(at + 1) + (open ? 1 : 0)
    if (!open) boundaries.push(at)
    else {
      const nearest = (of: Map<string, number[]>) =>
        of
          .get(open.mark)
          ?.slice(-SEARCH)
          .findLast((other) => (marks[other]?.fence?.length ?? 0) >= open.length)
      const end = nearest(bare)
      const next = boundaries.at(-1) ?? marks.length
      const leftOpen = LEFT_OPEN + cost(next)
      let closed = Number.POSITIVE_INFINITY
      if (end !== undefined) {
        closed = cost(end + 1)
        const isMatched = (fencesFrom(at + 1) - fencesFrom(end)) % 2 === 0 && (nearest(named) ?? end) >= end
        if (next < end) closed += WITH_QUESTION + (isMatched ? 0 : UNMATCHED)
      }
      // A block in a list item or a quote ends with it.
      const endsBefore = boundaries
        .slice(-SEARCH)
        .findLast((other) => open.indent > 1 && (marks[other]?.indent ?? 0) < open.indent)
      const isCut = end !== undefined && endsBefore !== undefined && endsBefore < end
      const isClosed = end !== undefined && !isCut && (next > end || closed <= leftOpen)
      costs[at] = isClosed ? closed : leftOpen
      if (!isClosed) ends.set(start, marks[next]?.start ?? source.length)
      const list = open.isBare ? bare : named
      list.set(open.mark, [...(list.get(open.mark)?.slice(1 - SEARCH) ?? []), at])
    }
  }
  const starts = boundaries.toReversed().map((at) => marks[at]?.start ?? 0)
  return {
    endOf: (start) => ends.get(start),
    questionAfter: (start) => firstAfter(starts, start) ?? source.length,
  }
}

/** The first of ascending numbers that is greater. */
function firstAfter(numbers: readonly number[], than: number): number | undefined {
  let low = 0
  for (let high = numbers.length; low < high; ) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) <= than) low = middle + 1
    else high = middle
  }
  return numbers[low]
}

/** In order. Where headings are numbered, others begin no question. Fences in comments don't count. */
function findMarks(source: string): Mark[] {
  const marks: (Mark & { isPlainHeading?: boolean })[] = []
  let hasNumberedHeading = false
  let comment = { end: -1, begin: 0, hasQuestion: false }
  let commentsNeverClose = false
  for (let start = 0; start <= source.length; ) {
    const newline = source.indexOf('\n', start)
    const end = newline === -1 ? source.length : newline
    const text = source.slice(start, end)
    const read = text.length > LONGEST || text.trim() === '' ? undefined : lexQuestionLine(text)
    const lexed = read ? undefined : lexFence(text)
    if (start > comment.end && comment.end !== -1) {
      if (!comment.hasQuestion) marks.splice(comment.begin)
      comment = { end: -1, begin: 0, hasQuestion: false }
    }
    if (comment.end === -1 && !commentsNeverClose && opensComment(text)) {
      comment = { end: source.indexOf('-->', end), begin: marks.length, hasQuestion: false }
      commentsNeverClose = comment.end === -1
    }
    if (read) {
      const isNumbered = read.number !== undefined
      if (isNumbered && read.style === 'heading') hasNumberedHeading = true
      const indent = text.length - text.trimStart().length
      marks.push({ start, indent, ...(isNumbered ? {} : { isPlainHeading: true }) })
      comment.hasQuestion = true
    } else if (lexed) marks.push({ start, indent: lexed.indent, fence: lexed })
    start = end + 1
  }
  return hasNumberedHeading ? marks.filter((mark) => !mark.isPlainHeading) : marks
}

export const opensComment = (line: string): boolean =>
  line.trimStart().startsWith('<!--') && !line.includes('-->')
