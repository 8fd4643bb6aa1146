import { OPTIONS_MAX } from '@rehearse/contracts/constants'
import { unescapeMarkdown } from './escape-markdown.ts'

/**
 * Warnings about weights of options: our questions are correct or incorrect as a whole.
 * `isSingle`: one option is chosen. Weights are percentages.
 */
export function weightWarnings(weights: readonly number[], isSingle: boolean): string[] {
  const notes: string[] = []
  const positive = weights.filter((weight) => weight > 0)
  if (isSingle) {
    if (positive.filter((weight) => weight === 100).length > 1) {
      notes.push('Any correct option was enough; here all of them must be chosen')
    }
    if (weights.some((weight) => weight !== 0 && weight !== 100)) notes.push(PARTIAL)
    return notes
  }
  const share = 100 / Math.max(1, positive.length)
  const isUsual = (weight: number) => weight === 0 || weight === -100 || Math.abs(weight - share) < 0.01
  return weights.every(isUsual) ? notes : [...notes, PARTIAL]
}

const PARTIAL = 'Partial credit is not kept: an option is correct or incorrect'

/** The weight of each correct option, if all `right` of them must be chosen. */
export const shareOf = (right: number): string => String(Math.round(10_000_000 / right) / 100_000)

/** The id of an option by its position, as in forms: a, b, c … */
export const optionLetter = (position: number): string => String.fromCharCode(97 + (position % 26))

/** Checked before the options are processed, since a hundred thousand of them would be much work. */
export const tooManyOptions = `Must have at most ${OPTIONS_MAX} options`

/**
 * The explanation (Markdown) of a question that asks for a word or a number: it becomes an open-ended one, and its
 * explanation lists the accepted answers.
 */
export function acceptedAnswers(answers: readonly string[], explanation: string): string {
  const [only] = answers
  const list =
    answers.length === 1
      ? `Accepted answer: ${only}`
      : `Accepted answers:\n\n${answers.map((answer) => `- ${answer.replaceAll('\n', '\n  ')}`).join('\n')}`
  return [...(answers.length === 0 ? [] : [list]), ...(explanation === '' ? [] : [explanation])].join('\n\n')
}

/** The warning that goes with it. */
export const becameOpenEnded = (kind: string) =>
  `A ${kind} question becomes an open-ended one; its accepted answers are in the explanation`

/** Reported with answers of a word or a number that have parts we don't keep. */
export const FEEDBACK_LOST = 'Feedback on individual answers is not kept'
export const WRONG_LOST = 'Wrong answers are not kept'
export const PARTLY_ACCEPTED = 'Partially accepted answers are not kept'

/** A side of a pair that is one line of plain text. */
export const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** In Moodle's short answers `*` stands for any characters, and `\\*` for itself. */
export const escapeWildcard = (text: string) => text.replaceAll('*', '\\*')
export const hasWildcard = (text: string) => /(?<!\\)\*/.test(text)
export const unescapeWildcard = (text: string) => text.replaceAll('\\*', '*')

/** The maximum length of a title derived from a longer text, according to the specification. */
export const TITLE_CUT = 100

/** The title of a question without one: the first non-empty line of its content, which is plain text. */
export function cutTitle(content: string): string {
  const line = content.split('\n').find((one) => one.trim() !== '') ?? ''
  const text = line.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  return text.length > TITLE_CUT ? `${text.slice(0, TITLE_CUT).replace(/[\ud800-\udbff]$/, '')}...` : text
}

/** The same for a content in Markdown. */
export function titleOf(content: string): string {
  const line = content.split('\n').find((one) => one.trim() !== '') ?? ''
  return cutTitle(unescapeMarkdown(withoutMarks(line)))
}

const headingMarks = /^#{1,6}[ \t]+|[ \t]#{1,6}$/g
const strong = /(?<![\p{L}\p{N}*\\])\*\*(?=[^\s*])([^*]{1,300})(?<=[^\s*\\])\*\*(?![\p{L}\p{N}*])/gu
const strongAsAWhole = /^(\*\*(?=\S)|__(?=\S.*\s))(.*[^\s\\])\1$/

/** A title is shown as plain text: without the marks of a heading and of strong text. */
export function withoutMarks(line: string): string {
  const text = line.trim().slice(0, 20_000).replace(headingMarks, '').trim()
  const parts = text.split(/(`[^`]*`)/)
  const bare = parts.map((part, position) => (position % 2 === 0 ? part.replace(strong, '$1') : part))
  return bare.join('').replace(strongAsAWhole, '$2').trim()
}
