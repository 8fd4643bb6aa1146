import { OPTIONS_MAX } from '@rehearse/contracts'
import { escapeMarkdown, escapeMarkdownOutsideCode, unescapeMarkdown } from '../escape-markdown.ts'
import {
  acceptedAnswers,
  becameOpenEnded,
  FEEDBACK_LOST,
  hasWildcard,
  oneLine,
  PARTLY_ACCEPTED,
  tooManyOptions,
  unescapeWildcard,
  WRONG_LOST,
  weightWarnings,
} from '../row-fields.ts'
import type { Draft, DraftOption } from '../validate-row.ts'
import { chooseLanguage } from './choose-language.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'

type Answers = Pick<Draft, 'type' | 'options' | 'answer'> & { explanation: string }

/** One `=` or `~` with the text after it, still escaped. */
interface Entry {
  isEqual: boolean
  weight: number | undefined
  text: string
  feedback: string | undefined
}

const WEIGHT = /^\s*%(-?\d{1,3}(?:\.\d{1,10})?)%/

/** Reads the text between the braces. `problem` says why it isn't supported. */
export function readAnswers(
  body: string,
  format: GiftTextFormat | undefined,
  notes: Set<string>,
): Answers | { problem: string } {
  const general = indexOfPlain(body, '####')
  const answers = (general === -1 ? body : body.slice(0, general)).trim()
  const explanation = general === -1 ? '' : readText(body.slice(general + 4), format, notes)
  const read = (text: string) => readText(text, format, notes)
  const plain = (text: string) => readPlain(text, format, notes)

  if (answers === '') return { type: 'open-ended', options: [], explanation }
  if (answers.startsWith('#')) {
    const answer = readNumber(answers, notes)
    if (answer) return { type: 'numeric', options: [], answer, explanation }
    notes.add(becameOpenEnded('numerical'))
    if (splitNumbers(answers).some(({ feedback }) => feedback !== '')) notes.add(FEEDBACK_LOST)
    return { type: 'open-ended', options: [], explanation: acceptedAnswers(numbers(answers), explanation) }
  }
  const truth = readTruth(answers, read, notes)
  if (truth) return { ...truth, explanation }
  const entries = splitEntries(answers)
  if (!entries) return { problem: 'The answers in braces must begin with = or ~' }
  if (entries.some((entry) => !entry.isEqual)) {
    if (entries.length > OPTIONS_MAX) return { problem: tooManyOptions }
    return { type: 'multiple-choice', options: readChoices(entries, read, notes), explanation }
  }
  if (entries.some((entry) => indexOfPlain(entry.text, '->') !== -1)) {
    const answer = readPairs(entries, read, plain)
    if (entries.some(({ feedback }) => feedback?.trim())) notes.add(FEEDBACK_LOST)
    if (!answer) return { problem: 'Each answer of a matching question needs an arrow: = left -> right' }
    return { type: 'matching', options: [], answer, explanation }
  }
  const answer = readTexts(entries, plain, notes)
  if (answer) return { type: 'short-answer', options: [], answer, explanation }
  notes.add(becameOpenEnded('short-answer'))
  if (entries.some(({ feedback }) => feedback?.trim())) notes.add(FEEDBACK_LOST)
  const accepted = entries.map((entry) => read(entry.text) + partly(entry.weight))
  return { type: 'open-ended', options: [], explanation: acceptedAnswers(accepted, explanation) }
}

/** `= left -> right`; without a left side it is one more choice. */
function readPairs(
  entries: readonly Entry[],
  read: (text: string) => string,
  plain: (text: string) => string,
): Draft['answer'] {
  const sides = entries.map(({ text }) => {
    const arrow = indexOfPlain(text, '->')
    return arrow === -1
      ? undefined
      : { left: read(text.slice(0, arrow)), right: oneLine(plain(text.slice(arrow + 2))) }
  })
  if (sides.includes(undefined)) return undefined
  const known = sides.filter((side) => side !== undefined)
  const extra = known.filter(({ left }) => left === '').map(({ right }) => right)
  const pairs = known.filter(({ left }) => left !== '')
  return { kind: 'pairs', pairs, ...(extra.length > 0 && { extra }) }
}

/** The fully accepted texts; undefined if there is none, or one with a wildcard. */
function readTexts(
  entries: readonly Entry[],
  read: (text: string) => string,
  notes: Set<string>,
): Draft['answer'] {
  const full = entries.filter(({ weight = 100 }) => weight === 100)
  const texts = full.map(({ text }) => read(text))
  if (texts.length === 0 || texts.some(hasWildcard)) return undefined
  if (entries.some(({ weight = 100 }) => weight > 0 && weight < 100)) notes.add(PARTLY_ACCEPTED)
  if (entries.some(({ feedback }) => feedback?.trim())) notes.add(FEEDBACK_LOST)
  if (entries.some(({ weight = 100, text }) => weight <= 0 && !['', '*'].includes(text.trim()))) {
    notes.add(WRONG_LOST)
  }
  return { kind: 'text', accepted: texts.map(unescapeWildcard) }
}

interface NumberEntry {
  weight: number
  text: string
  feedback: string
}

/** `#3:2`, `#1..5`, or several with `=`; what follows `~` is wrong, or feedback on all other answers. */
function splitNumbers(answers: string): NumberEntry[] {
  const first = answers.slice(1).trimStart()
  const entries = splitEntries(/^[=~]/.test(first) ? first : `=${first}`) ?? []
  return entries
    .map(({ isEqual, weight, text, feedback = '' }) => ({
      weight: weight ?? (isEqual ? 100 : 0),
      text: unescapeGift(text).trim(),
      feedback: feedback.trim(),
    }))
    .filter(({ text, feedback }) => text !== '' || feedback !== '')
}

/** Undefined if several numbers are fully accepted, or if it isn't a number. */
function readNumber(answers: string, notes: Set<string>): Draft['answer'] {
  const all = splitNumbers(answers)
  const [only, ...others] = all.filter(({ weight, text }) => weight === 100 && text !== '')
  if (only === undefined || others.length > 0) return undefined
  if (all.some(({ weight }) => weight > 0 && weight < 100)) notes.add(PARTLY_ACCEPTED)
  if (all.some(({ feedback }) => feedback !== '')) notes.add(FEEDBACK_LOST)
  if (all.some(({ weight, text }) => weight <= 0 && text !== '')) notes.add(WRONG_LOST)
  const range = /^(\S+?)\s*\.\.\s*(\S+)$/.exec(only.text)
  if (range) return rangeKey(range[1] ?? '', range[2] ?? '')
  const [value = '', tolerance = '0', ...more] = only.text.split(':').map((part) => part.trim())
  return value === '' || tolerance === '' || more.length > 0
    ? undefined
    : numberKey(Number(value), Number(tolerance))
}

const decimal = /^([+-]?)(\d{1,15})?(?:\.(\d{0,15}))?$/

/** The middle of a range and half its width, exact for decimal numbers: the middle of 3.141 and 3.142 is 3.1415. */
function rangeKey(from: string, to: string): Draft['answer'] {
  const [one, other] = [decimal.exec(from), decimal.exec(to)]
  if (!one || !other) {
    const [low, high] = [Number(from), Number(to)]
    return numberKey((low + high) / 2, Math.abs(high - low) / 2)
  }
  const places = Math.max(one[3]?.length ?? 0, other[3]?.length ?? 0) + 1
  const scaled = ([, sign = '', whole = '', fraction = '']: RegExpExecArray) =>
    BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction.padEnd(places, '0')}`)
  const [low, high] = [scaled(one), scaled(other)]
  const width = high > low ? high - low : low - high
  return numberKey(fromScaled((low + high) / 2n, places), fromScaled(width / 2n, places))
}

/** A scaled whole number is printed as a decimal one, whose nearest number is exact. */
function fromScaled(value: bigint, places: number): number {
  const digits = String(value < 0n ? -value : value).padStart(places + 1, '0')
  return Number(`${value < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`)
}

const numberKey = (value: number, tolerance: number): Draft['answer'] =>
  Number.isFinite(value) && Number.isFinite(tolerance) && tolerance >= 0
    ? { kind: 'number', value: value + 0, tolerance }
    : undefined

const partly = (weight = 100) => (weight === 100 ? '' : ` (${weight} %)`)

/** `T`, `F#feedback when wrong#feedback when right`. */
function readTruth(answers: string, read: (text: string) => string, notes: Set<string>) {
  const mark = indexOfPlain(answers, '#')
  const word = (mark === -1 ? answers : answers.slice(0, mark)).trim().toUpperCase()
  if (!/^(?:T|TRUE|F|FALSE)$/.test(word)) return undefined
  const isTrue = word.startsWith('T')
  const [whenWrong = '', whenRight = '', rest] =
    mark === -1 ? [] : splitAtHash(answers.slice(mark + 1)).map((text, at) => (at < 2 ? read(text) : text))
  if (rest !== undefined) notes.add(FEEDBACK_LOST)
  const option = (text: string, isCorrect: boolean): DraftOption => {
    const feedback = isCorrect ? whenRight : whenWrong
    return { text, isCorrect, ...(feedback && { feedback }) }
  }
  return { type: 'true-false' as const, options: [option('True', isTrue), option('False', !isTrue)] }
}

/** With an `=`, that answer is correct, or each of them; without, all with a positive weight are correct together. */
function readChoices(
  entries: readonly Entry[],
  read: (text: string) => string,
  notes: Set<string>,
): DraftOption[] {
  const isSingle = entries.some((entry) => entry.isEqual)
  const weights = entries.map((entry) => entry.weight ?? (entry.isEqual ? 100 : 0))
  for (const note of weightWarnings(weights, isSingle)) notes.add(note)
  return entries.map(({ text, feedback }, position) => {
    const weight = weights[position] ?? 0
    const feedbackText = feedback === undefined ? '' : read(feedback)
    return {
      text: read(text),
      isCorrect: isSingle ? weight === 100 : weight > 0,
      ...(feedbackText && { feedback: feedbackText }),
    }
  })
}

function splitEntries(answers: string): Entry[] | undefined {
  const starts: number[] = []
  for (let at = 0; at < answers.length; at++) {
    if (answers[at] === '\\') at++
    else if (answers[at] === '=' || answers[at] === '~') starts.push(at)
  }
  if (starts[0] !== 0) return undefined
  return starts.map((start, number) => {
    const whole = answers.slice(start + 1, starts[number + 1])
    const weight = WEIGHT.exec(whole)
    const rest = weight ? whole.slice(weight[0].length) : whole
    const mark = indexOfPlain(rest, '#')
    return {
      isEqual: answers[start] === '=',
      weight: weight ? Number(weight[1]) : undefined,
      text: mark === -1 ? rest : rest.slice(0, mark),
      feedback: mark === -1 ? undefined : rest.slice(mark + 1),
    }
  })
}

/** The accepted numbers, without their feedback. */
const numbers = (answers: string): string[] =>
  splitNumbers(answers)
    .filter(({ weight, text }) => weight > 0 && text !== '')
    .map(({ weight, text }) => numberRange(text) + partly(weight))

function numberRange(text: string): string {
  const [value = '', tolerance, ...more] = text.split(':')
  if (more.length > 0) return text
  if (tolerance === undefined || Number(tolerance) === 0) return value.replace('..', ' to ')
  return `${value} ± ${tolerance}`
}

/** Splits a text at its first two unescaped `#` characters. */
function splitAtHash(text: string): string[] {
  const at = indexOfPlain(text, '#')
  if (at === -1) return [text]
  const end = indexOfPlain(text, '#', at + 1)
  if (end === -1) return [text.slice(0, at), text.slice(at + 1)]
  return [text.slice(0, at), text.slice(at + 1, end), text.slice(end + 1)]
}

type GiftTextFormat = 'html' | 'markdown' | 'plain' | 'moodle'

const PREFIX = /^\s*\[(html|markdown|plain|moodle)\]/

/** Removes the text's own format from its beginning, if it has one. */
export function takeFormat(raw: string): { format: GiftTextFormat | undefined; raw: string } {
  const found = PREFIX.exec(raw)
  if (!found) return { format: undefined, raw }
  return { format: found[1] as GiftTextFormat, raw: raw.slice(found[0].length) }
}

/**
 * A text as Markdown that shows what Moodle shows: HTML is converted, and plain text escaped. Without a format, code in
 * backticks stays code, which is what authors mean by them.
 */
export function readText(source: string, inherited: GiftTextFormat | undefined, notes: Set<string>): string {
  const { format, text } = textOf(source, inherited, notes)
  switch (format) {
    case 'html':
      return htmlToMarkdown(text, notes)
    case 'markdown':
      return text
    case 'plain':
      return escapeMarkdown(text)
    default:
      return escapeMarkdownOutsideCode(text)
  }
}

/** The same as plain text, for what learners type or choose from a list. */
function readPlain(source: string, inherited: GiftTextFormat | undefined, notes: Set<string>): string {
  const { format, text } = textOf(source, inherited, notes)
  return format === 'html' ? unescapeMarkdown(htmlToMarkdown(text, notes)) : text
}

function textOf(source: string, inherited: GiftTextFormat | undefined, notes: Set<string>) {
  const { format, raw } = takeFormat(source)
  // After an explicit format, leading space is intentional.
  const text = unescapeGift(format === undefined ? raw.trim() : raw.trimEnd())
  return { format: format ?? inherited, text: chooseLanguage(text, notes) }
}

/**
 * Special characters of GIFT, escaped by a backslash. `\
 * ` is a line break.
 */
const special = /[\\~=#{}:]/g

export const escapeGift = (text: string): string =>
  text.replace(special, (character) => `\\${character}`).replaceAll('\n', '\\n')

export const unescapeGift = (text: string): string =>
  text.replace(/\\([\\~=#{}:n])/g, (_, character: string) => (character === 'n' ? '\n' : character))

/** The first unescaped position of `wanted`, from `from` on; -1 if there is none. */
export function indexOfPlain(text: string, wanted: string, from = 0): number {
  for (let at = text.indexOf(wanted, from); at !== -1; at = text.indexOf(wanted, at + 1)) {
    let backslashes = 0
    while (at - backslashes > from && text[at - backslashes - 1] === '\\') backslashes++
    if (backslashes % 2 === 0) return at
  }
  return -1
}
