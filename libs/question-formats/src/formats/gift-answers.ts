import { OPTIONS_MAX } from '@rehearse/contracts'
import { acceptedAnswers, becameOpenEnded, tooManyOptions, weightWarnings } from '../row-fields.ts'
import type { Draft, DraftOption } from '../validate-row.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'

type Answers = Pick<Draft, 'type' | 'options'> & { explanation: string }

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
    return { problem: 'Matching questions are not supported' }
  }
  notes.add(becameOpenEnded('short-answer'))
  const accepted = entries.map((entry) => read(entry.text) + partly(entry.weight))
  return { type: 'open-ended', options: [], explanation: acceptedAnswers(accepted, explanation) }
}

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
