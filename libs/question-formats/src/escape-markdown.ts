/**
 * What has a meaning anywhere in a line: a backslash before punctuation, code, tags, character references, links and
 * strikethrough.
 */
const INLINE = /\\(?=[!-/:-@[-`{-~\n]|$)|`|<(?=[A-Za-z/!?])|&(?=#?\w{1,32};)|\](?=[(:[])|~(?=~)|(?<=~)~/g
/** Emphasis, unless it stands between spaces (`2 * 3`) or, as an underscore, within a word. */
const EMPHASIS = /\*+|_+/g
const SPACE = /[\p{Zs}\s]/u
const WORD = /[\p{L}\p{N}]/u
/** The start of a heading, a quote or a list. */
const BLOCK = /^([ \t]*)(#(?=#{0,5}(?:[ \t]|$))|>|[-+*](?=[ \t]|$))/
const NUMBER = /^([ \t]*\d{1,9})([.)])(?=[ \t]|$)/
/** A line that is a rule, underlines a heading, or separates the head of a table. */
const RULE = /^([ \t]*)(?=([-=_*])(?:[ \t]*\2)*[ \t]*$|[-:|][-:| \t]*$)/
const INDENTED = /^(?: {0,3}\t| {4})/

/**
 * Plain text as Markdown that shows it literally. Only what would have a meaning gets a backslash, so that most texts
 * stay as they are. `unescapeMarkdown` returns the text.
 */
export function escapeMarkdown(text: string): string {
  let isInParagraph = false
  const escaped = escapeInline(text)
    .split('\n')
    .map((line) => {
      const isBlank = line.trim() === ''
      // Code; a backslash can't escape white space.
      const isIndented = !isInParagraph && !isBlank && INDENTED.test(line)
      isInParagraph = !isBlank
      if (isIndented) return `&#${line.charCodeAt(0)};${line.slice(1)}`
      return line.replace(BLOCK, '$1\\$2').replace(NUMBER, '$1\\$2').replace(RULE, '$1\\')
    })
  return escaped.join('\n')
}

/** The same for a text whose code in backticks is meant as code. */
export function escapeMarkdownOutsideCode(text: string): string {
  let result = ''
  let from = 0
  for (const { start, end } of codeIn(text)) {
    result += escapeMarkdown(text.slice(from, start)) + text.slice(start, end)
    from = end
  }
  return result + escapeMarkdown(text.slice(from))
}

/** The plain text of an escaped one. */
export const unescapeMarkdown = (text: string): string =>
  text.replace(/\\([!-/:-@[-`{-~])|&#(9|32);/g, (_, character: string | undefined, code: string) =>
    character === undefined ? String.fromCharCode(Number(code)) : character,
  )

function escapeInline(text: string): string {
  return text.replace(INLINE, '\\$&').replace(EMPHASIS, (run, at: number, whole: string) => {
    const [before = ' ', after = ' '] = [whole[at - 1], whole[at + run.length]]
    const isLoose = SPACE.test(before) && SPACE.test(after)
    const isInWord = run.startsWith('_') && WORD.test(before) && WORD.test(after)
    return isLoose || isInWord ? run : run.replace(/./g, '\\$&')
  })
}

/** From a run of backticks to the next run of the same length; only a block at the start of a line has blank lines. */
function* codeIn(text: string): Generator<{ start: number; end: number }, void, void> {
  const runs = Array.from(text.matchAll(/`+/g), ({ 0: { length }, index }) => ({ start: index, length }))
  const later = new Map<number, number[]>()
  for (const { start, length } of runs.toReversed()) {
    const starts = later.get(length) ?? []
    starts.push(start)
    later.set(length, starts)
  }
  let from = 0
  for (const { start, length } of runs) {
    const starts = later.get(length) ?? []
    starts.pop()
    const closing = starts.at(-1)
    if (start < from || closing === undefined) continue
    const isBlock = length > 2 && /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, start - 8), start))
    if (!isBlock && /\n[ \t]*\n/.test(text.slice(start, closing))) continue
    from = closing + length
    yield { start, end: from }
  }
}
