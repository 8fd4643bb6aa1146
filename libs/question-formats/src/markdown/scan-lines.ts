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
}

const container = '^[ \\t]*(?:(?:[-*+]|\\d{1,9}[.)])[ \\t]+|>[ \\t]?){0,8}'
const optionMark = '(?:\\[[ xX✓✔✅]\\][ \\t]+)?(?:(?:\\*\\*)?\\(?\\p{L}(?:\\*\\*)?[.:)](?:\\*\\*)?[ \\t]+)?'
const fence = new RegExp(`(${container})(${optionMark})(\`{3,}|~{3,})[^\`]*$`, 'u')
const closingFence = /^[ \t>]*(`{3,}|~{3,})[ \t]*$/
/** The maximum number of shorter fences scanned for the one that closes a longer fence. */
const CLOSER_SEARCH = 64

/**
 * Scans the lines of a source once and marks code and comments. A fence or comment that is never closed is text: one
 * forgotten line must not swallow all questions after it.
 */
export function* scanLines(source: string): Generator<ScannedLine, void, void> {
  const closers = findClosers(source)
  let open: { mark: string; length: number } | undefined
  let commentEnd = -1
  let commentsNeverClose = false
  const details = findDetails(source)
  let insideDetails = false
  let start = 0
  for (let number = 0; start <= source.length; number++) {
    const newline = source.indexOf('\n', start)
    const end = newline === -1 ? source.length : newline
    const text = source.slice(start, end)
    let kind: LineKind = 'text'
    let codeAt: number | undefined
    if (open) {
      kind = 'code'
      const close = closingFence.exec(text)?.[1]
      if (close?.startsWith(open.mark) && close.length >= open.length) open = undefined
    } else if (start < commentEnd) {
      kind = 'comment'
    } else {
      const [, before = '', option = '', opened] = fence.exec(text) ?? []
      if (opened && (opened[0] === '`' || opened[0] === '~')) {
        if (closers.closes(opened[0], opened.length, end)) {
          open = { mark: opened[0], length: opened.length }
          if (option === '') kind = 'code'
          else codeAt = before.length + option.length
        }
      } else if (!commentsNeverClose && text.trimStart().startsWith('<!--') && !text.includes('-->')) {
        commentEnd = source.indexOf('-->', end)
        commentsNeverClose = commentEnd === -1
        if (!commentsNeverClose) kind = 'comment'
      }
    }
    const opens = kind === 'text' && /<details/i.test(text)
    if (opens) insideDetails = details.closes(start)
    yield { number, start, text, kind, insideDetails, ...(codeAt !== undefined && { codeAt }) }
    if (kind === 'text' && /<\/details/i.test(text)) insideDetails = false
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

/** All lines that may close a fence, found once, so that a file of open fences takes linear time. */
function findClosers(source: string) {
  const found: Record<string, { at: number; length: number }[]> = { '`': [], '~': [] }
  for (const match of source.matchAll(/^[ \t>]{0,64}(`{3,}|~{3,})[ \t]{0,64}$/gm)) {
    const mark = match[1] ?? ''
    found[mark[0] ?? '']?.push({ at: match.index, length: mark.length })
  }
  return {
    closes(mark: string, length: number, after: number): boolean {
      const list = found[mark] ?? []
      let low = 0
      for (let high = list.length; low < high; ) {
        const middle = (low + high) >> 1
        if ((list[middle]?.at ?? 0) < after) low = middle + 1
        else high = middle
      }
      return list.slice(low, low + CLOSER_SEARCH).some((closer) => closer.length >= length)
    },
  }
}
