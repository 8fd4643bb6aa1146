import type { MarkedText, SearchMatch } from '@rehearse/contracts'
import { stemmer } from 'stemmer'
import { codePairs, lex } from '../search-index/lexer.ts'
import type { SearchableQuestion } from '../search-index/search-vector.ts'
import type { ResolvedSearch, ResolvedTerm } from './tsquery.ts'

/** The length of an excerpt in characters, and the number of characters before the first mark. */
const excerptLength = 240
const leadLength = 60

/**
 * The match of a search in a question: its title with marks, and the part of another text with the most marks. It is
 * made of plain pieces of public text, so neither keys nor markup can leak.
 */
export function matchOf(question: SearchableQuestion, search: ResolvedSearch): SearchMatch {
  const terms = [...search.required, ...search.welcome]
  const fields = [
    ['content', question.content],
    ['options', question.options.map((option) => option.text).join(' · ')],
    ['tags', question.tags.join(' · ')],
  ] as const
  const found = fields.map(([field, text]) => ({ field, text, marks: findMarks(text, terms) }))
  const { field, text, marks } = found.find((one) => one.marks.length > 0) ?? found[0] ?? noText
  const title = { start: 0, end: question.title.length }
  return {
    title: pieces(question.title, findMarks(question.title, terms), title),
    excerpt: { field, text: pieces(text, marks, bestWindow(text, marks)) },
  }
}

const noText = { field: 'content', text: '', marks: [] } as const

/** The window with the most marks; the first of several. */
function bestWindow(text: string, marks: readonly Mark[]): Mark {
  let best = windowFrom(text, marks[0]?.start ?? 0)
  let most = 0
  for (const [index, mark] of marks.entries()) {
    const window = windowFrom(text, mark.start)
    const held = countMarksWithin(marks, index, window)
    if (held > most) [best, most] = [window, held]
  }
  return best
}

/** The number of tokens in a window. They are in order, so these are neighbors of the token it was created for. */
function countMarksWithin(marks: readonly Mark[], of: number, window: Mark): number {
  let [first, end] = [of, of]
  while ((marks[first - 1]?.start ?? -1) >= window.start) first -= 1
  while ((marks[end]?.end ?? Number.POSITIVE_INFINITY) <= window.end) end += 1
  return end - first
}

/** Starts and ends between words, if such a position is near. */
function windowFrom(text: string, mark: number): Mark {
  const rough = Math.max(0, Math.min(mark - leadLength, text.length - excerptLength))
  const gap = rough === 0 ? -1 : text.slice(rough, mark).search(/\s/)
  const start = whole(text, gap < 0 ? rough : rough + gap + 1)
  const limit = start + excerptLength
  if (limit >= text.length) return { start, end: text.length }
  const space = text.slice(start, limit).search(/\s\S*$/)
  return { start, end: whole(text, space > excerptLength / 2 ? start + space : limit) }
}

/** Moves past a surrogate pair instead of splitting it. */
const whole = (text: string, at: number): number => (/[\udc00-\udfff]/.test(text[at] ?? '') ? at + 1 : at)

function pieces(text: string, marks: readonly Mark[], window: Mark): MarkedText {
  const result: MarkedText = []
  const add = (start: number, end: number, marked: boolean) => {
    if (end > start) result.push({ text: text.slice(start, end), marked })
  }
  if (window.start > 0) result.push({ text: '… ', marked: false })
  let at = window.start
  for (const mark of marks) {
    if (mark.end <= window.start || mark.start >= window.end) continue
    add(at, mark.start, false)
    add(Math.max(mark.start, at), Math.min(mark.end, window.end), true)
    at = Math.min(mark.end, window.end)
  }
  add(at, window.end, false)
  if (window.end < text.length) result.push({ text: ' …', marked: false })
  return result
}

/** A part of a text, in UTF-16 units. */
interface Mark {
  start: number
  end: number
}

/** The ranges of a text that match the terms, in order and without overlaps, by the same rules as the search. */
function findMarks(text: string, terms: readonly ResolvedTerm[]): Mark[] {
  const tokens = lex(text)
  const words = terms.filter((term) => term.kind === 'word').map(wordTest)
  const code = terms.filter((term) => term.kind === 'code')
  const marks: Mark[] = [
    ...tokens.filter((token) => token.kind === 'word' && words.some((test) => test(token.text))),
    ...codePairs(tokens).filter((pair) =>
      code.some((term) => pair.text === term.text || (term.open && pair.text.startsWith(term.text))),
    ),
    ...tokens.filter((token) => token.kind === 'mark' && code.some((term) => term.text === token.text)),
  ]
  return merged(marks)
}

function wordTest(term: ResolvedTerm): (word: string) => boolean {
  const wanted = [term.text, ...term.corrected]
  const stems = wanted.map((word) => stemmer(word))
  // Computing a stem is slow, so first check for the initial letter, which a stem shares with its word.
  const hasStem = (word: string) => stems.some((stem) => stem[0] === word[0] && stem === stemmer(word))
  return (word) => wanted.includes(word) || (term.open && word.startsWith(term.text)) || hasStem(word)
}

function merged(marks: readonly Mark[]): Mark[] {
  const result: Mark[] = []
  for (const { start, end } of [...marks].sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = result.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else result.push({ start, end })
  }
  return result
}
