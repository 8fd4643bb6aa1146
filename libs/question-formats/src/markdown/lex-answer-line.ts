import { answerWords, explanationWords } from './lex-option-line.ts'

// Bounded, like every repetition here, so that a line of a million asterisks costs no more than any line.
const marks = '[*_`#>\\s]{0,12}'
const known = new RegExp(
  `^${marks}(?:✅\\s*)?(?:the\\s+)?(?:${answerWords})${marks}(?:is|are)?\\s{0,4}(?:[:：=]|-(?=\\s)|–|(?=\\s)(?=${marks}\\(?[A-Za-z]\\)?\\.?${marks}$))${marks}(\\S.*)?$`,
  'iu',
)
const anyLabel = new RegExp(`^${marks}([^:：\`\\d]{1,30})[:：]${marks}(.+)$`, 'u')
const explanation = new RegExp(
  `^${marks}(?:${explanationWords})${marks}(?:[:：]|[-–—](?=\\s))[*_]*[ \\t]*(.*)$`,
  'isu',
)
const explanationHeading = new RegExp(`^${marks}(?:${explanationWords})${marks}$`, 'iu')
const bidiMarks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** The separators between labels of several correct options. */
const between = '\\s{0,3}(?:[,،、，;/&+]|\\s(?:and|und|et|og|och|en|y|e|и|і|و|和)\\s)\\s{0,3}'
const letter = '\\(?(\\p{L}|الف)ـ?\\)?(?!\\p{L})'
/** A sequence of single letters: `B`, `b, d`, `A and C`, `(c)`, and the text after them. */
const letters = new RegExp(
  `^${letter}((?:${between}\\(?(?:\\p{L}|الف)ـ?\\)?(?!\\p{L})){0,25})` +
    '(?:[*_`]{0,4}\\s{0,4}$|[*_`]{0,4}\\s{0,4}[).:：．,–—-]\\s{0,4}(.*)$)',
  'su',
)
const nextLetter = new RegExp(`${between}${letter}`, 'gu')

export interface AnswerLine {
  /** Labels of the correct options, in lower case; empty if the answer is a text. */
  labels: string[]
  /** The text after the labels, or the answer itself without labels. */
  text: string
}

/** Reads an answer line (`**Answer:** B, D`); undefined for any other line. */
export function lexAnswerLine(line: string): AnswerLine | undefined {
  const found = known.exec(line.replace(bidiMarks, ''))
  return found ? readAnswer(found[1] ?? '') : undefined
}

/** The same for a line whose label is in an unknown language but whose position marks it as the answer. */
export function lexAnswerByPosition(line: string): AnswerLine | undefined {
  const text = line.replace(bidiMarks, '')
  const answer = readAnswer(anyLabel.exec(text)?.[2] ?? text)
  return answer.labels.length > 0 && answer.text === '' ? answer : undefined
}

/** The same for a line that is almost certainly an answer: `B. two`, `#### B`, `B - because …`. */
export function lexBareAnswer(line: string): AnswerLine | undefined {
  const answer = readAnswer(line.replace(bidiMarks, '').replace(/^#{1,6}[ \t]+/, ''))
  return answer.labels.length > 0 ? answer : undefined
}

const answerWord = new RegExp(`(?<!\\p{L})(?:${answerWords})(?!\\p{L})`, 'iu')

/** Whether a summary (`Show the answer`) announces the answer. */
export const announcesAnswer = (summary: string): boolean => answerWord.test(summary)

/** `B`, `b) and d)`, `B: because …`, or a text. */
export function readAnswer(value: string): AnswerLine {
  const text = trimMarks(value)
  const found = letters.exec(text)
  if (found?.[1]) {
    const more = Array.from((found[2] ?? '').matchAll(nextLetter), (match) => match[1] ?? '')
    const labels = [found[1], ...more].map((label) => label.toLowerCase())
    return { labels, text: (found[3] ?? '').trim() }
  }
  if (/^[A-Z]{2,6}$/.test(text) && new Set(text).size === text.length) {
    return { labels: [...text.toLowerCase()], text: '' }
  }
  return { labels: [], text }
}

/** The text after an explanation's label (may be empty); undefined for any other line. */
export function lexExplanationLine(line: string): string | undefined {
  const text = line.replace(bidiMarks, '')
  const found = explanation.exec(text)
  if (found) return (found[1] ?? '').trimEnd()
  return explanationHeading.test(text) ? '' : undefined
}

/** Removes emphasis from both ends; a code span stays whole. */
function trimMarks(value: string): string {
  let text = value.trim()
  for (const mark of ['**', '__', '*', '_']) {
    if (text.endsWith(mark) && (text.startsWith(mark) || text.split(mark).length % 2 === 0)) {
      text = text.slice(text.startsWith(mark) ? mark.length : 0, -mark.length).trim()
    }
  }
  return text.replace(/^[*_]{1,3}\s/, '')
}
