import { closesFence, type Fence, findBrokenBlocks, lexFence, opensComment } from './find-broken-blocks.ts'
import { lexQuestionLine } from './lex-question-line.ts'

/** The kind of a line. Questions never start in code, comments and details. */
export type LineKind = 'text' | 'code' | 'comment'

export interface ScannedLine {
  /** From 0. */
  number: number
  start: number
  text: string
  kind: LineKind
  insideDetails: boolean
  /** Where an option's code starts on the option's own line (`- A: ```js`); the line is text up to there. */
  codeAt?: number
  /** The block that opens here isn't closed before the next question. */
  unclosed?: 'code block' | 'comment'
}

/**
 * Scans the lines of a source once and marks code and comments. A block that isn't closed before the next question is
 * text: one forgotten line must not swallow the questions after it.
 */
export function* scanLines(source: string): Generator<ScannedLine, void, void> {
  const broken = findBrokenBlocks(source)
  const details = findDetails(source)
  let open: Fence | undefined
  let commentEnd = -1
  let commentsNeverClose = false
  /** Text up to here: a block that was left open. */
  let textUntil = -1
  let insideDetails = false
  let start = 0
  for (let number = 0; start <= source.length; number++) {
    const newline = source.indexOf('\n', start)
    const end = newline === -1 ? source.length : newline
    const text = source.slice(start, end)
    const line: ScannedLine = { number, start, text, kind: 'text', insideDetails }
    if (open) {
      line.kind = 'code'
      const fence = lexFence(text)
      if (fence && closesFence(open, fence)) open = undefined
    } else if (start < commentEnd) {
      line.kind = 'comment'
    } else if (start >= textUntil) {
      const fence = lexFence(text)
      if (fence) {
        const brokenAt = broken.endOf(start)
        if (brokenAt === undefined) {
          open = fence
          if (fence.codeAt === undefined) line.kind = 'code'
          else line.codeAt = fence.codeAt
        } else {
          line.unclosed = 'code block'
          textUntil = brokenAt
        }
      } else if (opensComment(text)) {
        const endsAt: number = commentsNeverClose ? -1 : source.indexOf('-->', end)
        commentsNeverClose = endsAt === -1
        const question = broken.questionAfter(start)
        const inside = text.trimStart().slice('<!--'.length)
        const begins = lexQuestionLine(inside.trimStart())?.number !== undefined
        // A comment that begins with a question leaves it out.
        const leavesOutQuestions =
          begins || (question < endsAt && `${inside}${source.slice(end, question)}`.trim() === '')
        if (endsAt !== -1 && (question > endsAt || leavesOutQuestions)) {
          commentEnd = endsAt
          line.kind = 'comment'
        } else {
          line.unclosed = 'comment'
          textUntil = question
        }
      }
    }
    if (line.kind === 'text' && /<details/i.test(text)) {
      insideDetails = details.closes(start)
      line.insideDetails = insideDetails
    }
    yield line
    if (line.kind === 'text' && /<\/details/i.test(text)) insideDetails = false
    start = end + 1
  }
}

/** Details that are never closed don't count either: another one starts before, or none is closed after it. */
function findDetails(source: string) {
  const tags = Array.from(source.matchAll(/<(\/?)details/gi), (tag) => ({
    at: tag.index,
    isEnd: tag[1] === '/',
  }))
  let next = 0
  return {
    /** Whether the details opened in line `start` are closed before others open. Called in order of lines. */
    closes(start: number): boolean {
      while (next < tags.length && (tags[next]?.at ?? 0) < start) next++
      return tags[next + 1]?.isEnd === true
    },
  }
}
