import { OPTIONS_MAX } from '@rehearse/contracts'
import {
  acceptedAnswers,
  becameOpenEnded,
  FEEDBACK_LOST,
  hasWildcard,
  oneLine,
  PARTLY_ACCEPTED,
  tooManyOptions,
  unescapeWildcard,
  weightWarnings,
} from '../row-fields.ts'
import type { Draft, DraftOption } from '../validate-row.ts'
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

  if (answers === '') return { type: 'open-ended', options: [], explanation }
  if (answers.startsWith('#')) {
    const answer = readNumber(answers, notes)
    if (answer) return { type: 'numeric', options: [], answer, explanation }
    notes.add(becameOpenEnded('numerical'))
    return { type: 'open-ended', options: [], explanation: acceptedAnswers(numbers(answers), explanation) }
  }
  const truth = readTruth(answers, read)
  if (truth) return { ...truth, explanation }
  const entries = splitEntries(answers)
  if (!entries) return { problem: 'The answers in braces must begin with = or ~' }
  if (entries.some((entry) => !entry.isEqual)) {
    if (entries.length > OPTIONS_MAX) return { problem: tooManyOptions }
    return { type: 'multiple-choice', options: readChoices(entries, read, notes), explanation }
  }
  if (entries.some((entry) => indexOfPlain(entry.text, '->') !== -1)) {
    const answer = readPairs(entries, read)
    if (!answer) return { problem: 'Each answer of a matching question needs an arrow: = left -> right' }
    return { type: 'matching', options: [], answer, explanation }
  }
  const answer = readTexts(entries, read, notes)
  if (answer) return { type: 'short-answer', options: [], answer, explanation }
  notes.add(becameOpenEnded('short-answer'))
  const accepted = entries.map((entry) => read(entry.text) + partly(entry.weight))
  return { type: 'open-ended', options: [], explanation: acceptedAnswers(accepted, explanation) }
}

/** `= left -> right`; without a left side it is one more choice. */
function readPairs(entries: readonly Entry[], read: (text: string) => string): Draft['answer'] {
  const sides = entries.map(({ text }) => {
    const arrow = indexOfPlain(text, '->')
    return arrow === -1
      ? undefined
      : { left: read(text.slice(0, arrow)), right: oneLine(read(text.slice(arrow + 2))) }
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
  return { kind: 'text', accepted: texts.map(unescapeWildcard) }
}

/** `#3:2`, `#1..5`; undefined if several numbers are fully accepted, or if it isn't a number. */
function readNumber(answers: string, notes: Set<string>): Draft['answer'] {
  const all = answers
    .slice(1)
    .split('=')
    .map((one) => {
      const weight = Number(WEIGHT.exec(one)?.[1] ?? 100)
      const [text = '', ...feedback] = one.replace(WEIGHT, '').split('#')
      return { weight, text: text.trim(), feedback: feedback.join('').trim() }
    })
    .filter(({ text }) => text !== '')
  const [only, ...others] = all.filter(({ weight }) => weight === 100)
  if (only === undefined || others.length > 0) return undefined
  if (all.some(({ weight }) => weight > 0 && weight < 100)) notes.add(PARTLY_ACCEPTED)
  if (all.some(({ feedback }) => feedback !== '')) notes.add(FEEDBACK_LOST)
  const range = /^(\S+?)\.\.(\S+)$/.exec(only.text)
  if (range) {
    const [from, to] = [Number(range[1]), Number(range[2])]
    return numberKey((from + to) / 2, Math.abs(to - from) / 2)
  }
  const [value = '', tolerance = '0'] = only.text.split(':').map((part) => part.trim())
  return value === '' ? undefined : numberKey(Number(value), Number(tolerance))
}

const numberKey = (value: number, tolerance: number): Draft['answer'] =>
  Number.isFinite(value) && Number.isFinite(tolerance) && tolerance >= 0
    ? { kind: 'number', value, tolerance }
    : undefined

const partly = (weight = 100) => (weight === 100 ? '' : ` (${weight} %)`)

/** `T`, `F#feedback when wrong#feedback when right`. */
function readTruth(answers: string, read: (text: string) => string) {
  const mark = indexOfPlain(answers, '#')
  const word = (mark === -1 ? answers : answers.slice(0, mark)).trim().toUpperCase()
  if (!/^(?:T|TRUE|F|FALSE)$/.test(word)) return undefined
  const isTrue = word.startsWith('T')
  const [whenWrong = '', whenRight = ''] = mark === -1 ? [] : splitAtHash(answers.slice(mark + 1)).map(read)
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

/** `#3:2`, `#1..5`, or several of them with `=`; unchanged, without their feedback. */
function numbers(answers: string): string[] {
  return answers
    .slice(1)
    .split('=')
    .map((one) => one.split('#')[0]?.replace(WEIGHT, '').trim() ?? '')
    .filter((one) => one !== '')
    .map(numberRange)
}

function numberRange(text: string): string {
  const [value = '', tolerance] = text.split(':')
  if (tolerance === undefined || Number(tolerance) === 0) return value.replace('..', ' to ')
  return `${value} ± ${tolerance}`
}

/** Splits a text at its unescaped `#` characters. */
function splitAtHash(text: string): string[] {
  const at = indexOfPlain(text, '#')
  if (at === -1) return [text]
  const end = indexOfPlain(text, '#', at + 1)
  return [text.slice(0, at), text.slice(at + 1, end === -1 ? text.length : end)]
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
 * A text as Markdown. Only HTML is converted: plain texts about code contain many characters with a meaning in
 * Markdown, but also intended backticks.
 */
export function readText(source: string, inherited: GiftTextFormat | undefined, notes: Set<string>): string {
  const { format, raw } = takeFormat(source)
  // After an explicit format, leading space is intentional.
  const text = unescapeGift(format === undefined ? raw.trim() : raw.trimEnd())
  return (format ?? inherited) === 'html' ? htmlToMarkdown(text, notes) : text
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
