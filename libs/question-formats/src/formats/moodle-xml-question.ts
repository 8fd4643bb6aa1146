import { OPTIONS_MAX, QUESTION_POINTS } from '@rehearse/contracts'
import { categoryFields, unescapeCategory } from '../apply-defaults.ts'
import { escapeMarkdown, escapeMarkdownOutsideCode } from '../escape-markdown.ts'
import {
  acceptedAnswers,
  becameOpenEnded,
  FEEDBACK_LOST,
  hasWildcard,
  oneLine,
  PARTLY_ACCEPTED,
  titleOf,
  tooManyOptions,
  unescapeWildcard,
  WRONG_LOST,
  weightWarnings,
} from '../row-fields.ts'
import type { ParseDefaults, ReadQuestion } from '../types.ts'
import { type Draft, type DraftOption, type Place, rowError, validateRow } from '../validate-row.ts'
import { chooseLanguage } from './choose-language.ts'
import { EMBEDDED, htmlToMarkdown } from './html-to-markdown.ts'
import { child, childrenOf, type XmlElement } from './scan-xml-elements.ts'

/** Longer questions exceed what may be stored, and take long to convert. */
const QUESTION_LENGTH = 256 * 1024

/** Moodle's own format: plain text, in which authors write code in backticks. */
const AUTO = 'moodle_auto_format'

/** A question, and the category element before it. */
export interface MoodleQuestion {
  element: XmlElement
  category: string | undefined
}

/** Reads one question element. Never throws. */
export function readQuestion(
  { element, category }: MoodleQuestion,
  index: number,
  defaults: ParseDefaults,
): ReadQuestion {
  const notes = new Set<string>()
  if (lengthOf(element) <= QUESTION_LENGTH) chooseLanguages(element, notes)
  const name = rawText(child(element, 'name')).replace(/\s+/g, ' ').trim()
  const place: Place = { index, line: element.line, title: name }
  if (lengthOf(element) > QUESTION_LENGTH)
    return rowError(place, [`Longer than ${QUESTION_LENGTH} characters`])
  const text = child(element, 'questiontext')
  const format = text?.attributes.format ?? AUTO
  const content = readText(text, format, notes)
  const title = name === '' ? titleOf(content) : name
  const answers = readAnswers(element, format, notes)
  if ('problem' in answers) return rowError({ ...place, title }, [answers.problem])
  for (const part of unsupportedParts(element, notes)) notes.add(part)
  const draft = {
    ...answers,
    ...categoryFields(category === undefined ? undefined : unescapeCategory(category)),
    title,
    content: content.trim() === '' ? escapeMarkdown(name) : content,
    points: readPoints(element, notes),
    tags: tagsOf(element),
    // Hidden questions are old versions that Moodle keeps for their attempts.
    isActive: !readFlag(element, 'hidden', false, notes),
  }
  return validateRow({ ...place, title }, draft, defaults, notes)
}

function chooseLanguages(element: XmlElement, notes: Set<string>): void {
  if (element.name === 'text') element.text = chooseLanguage(element.text, notes)
  for (const one of element.children) chooseLanguages(one, notes)
}

const yes = new Set(['1', 'true', 'yes'])
const no = new Set(['0', 'false', 'no'])

/** A yes or no of Moodle, which writes `true` or `1`; another value is noted, and the default counts. */
function readFlag(element: XmlElement, name: string, byDefault: boolean, notes: Set<string>): boolean {
  const value = child(element, name)?.text.trim() ?? ''
  if (value === '') return byDefault
  if (yes.has(value.toLowerCase())) return true
  if (no.has(value.toLowerCase())) return false
  notes.add(`Unknown value "${value.slice(0, 40)}" of <${name}>`)
  return byDefault
}

const lengthOf = ({ text, children }: XmlElement): number =>
  children.reduce((length, one) => length + lengthOf(one), text.length)

function readPoints(element: XmlElement, notes: Set<string>): number | undefined {
  const grade = child(element, 'defaultgrade')?.text.trim()
  if (grade === undefined || grade === '' || !Number.isFinite(Number(grade))) return undefined
  const points = Math.min(QUESTION_POINTS.max, Math.max(QUESTION_POINTS.min, Math.round(Number(grade))))
  if (points !== Number(grade)) notes.add(`The mark ${grade} becomes ${points}`)
  return points
}

function tagsOf(element: XmlElement): string[] {
  const tags = childrenOf(element, 'tags').flatMap((list) => childrenOf(list, 'tag'))
  return tags.map((tag) => rawText(tag).trim()).filter((tag) => tag !== '')
}

/** Moodle's default feedback. */
const usual = new Set([
  '',
  'your answer is correct.',
  'your answer is partially correct.',
  'your answer is incorrect.',
])

const known = new Set(
  (
    'name questiontext generalfeedback defaultgrade penalty hidden idnumber single shuffleanswers answernumbering ' +
    'showstandardinstruction correctfeedback partiallycorrectfeedback incorrectfeedback shownumcorrect answer hint tags ' +
    'usecase units unitgradingtype unitpenalty showunits unitsleft instructions subquestion graderinfo responsetemplate ' +
    'responseformat responserequired responsefieldlines minwordlimit maxwordlimit attachments attachmentsrequired ' +
    'maxbytes filetypeslist'
  ).split(' '),
)

/** The parts that a question has several of. */
const repeated = new Set(['answer', 'hint', 'tags', 'units', 'subquestion'])

const contentOf = ({ text, children }: XmlElement): string => text.trim() + children.map(contentOf).join('')

/** Non-empty parts of a question that we don't support. */
function unsupportedParts(question: XmlElement, notes: Set<string>): string[] {
  const hasCombinedFeedback = ['correctfeedback', 'partiallycorrectfeedback', 'incorrectfeedback'].some(
    (name) => {
      const text = rawText(child(question, name)).replace(/<[^<>]{0,200}>/g, '')
      return !usual.has(text.trim().toLowerCase())
    },
  )
  const idNumber = child(question, 'idnumber')?.text.trim() ?? ''
  const template = rawText(child(question, 'responsetemplate')).trim()
  return [
    ...(hasCombinedFeedback ? ['The combined feedback is not kept'] : []),
    ...(childrenOf(question, 'hint').some((hint) => rawText(hint).trim() !== '')
      ? ['Hints are not kept']
      : []),
    ...(idNumber === '' ? [] : [`The id number "${idNumber}" is not kept`]),
    ...(template === '' ? [] : ['The response template is not kept']),
    ...(readFlag(question, 'shuffleanswers', true, notes)
      ? []
      : ['The fixed order of the options is not kept']),
    ...question.children
      .filter(
        (one, at) =>
          !repeated.has(one.name) && question.children.findIndex(({ name }) => name === one.name) < at,
      )
      .filter((one) => known.has(one.name) && contentOf(one) !== '')
      .map(({ name }) => `A second <${name}> is not read`),
    ...question.children
      .filter((one) => !known.has(one.name) && contentOf(one) !== '')
      .map(({ name }) => `<${name.slice(0, 40)}> is not read`),
  ]
}

type Answers = Pick<Draft, 'type' | 'options' | 'answer'> & { explanation: string }

/** Reads the answers of a question by its Moodle type. `problem` says why it isn't supported. */
function readAnswers(
  question: XmlElement,
  format: string,
  notes: Set<string>,
): Answers | { problem: string } {
  const explanation = readText(child(question, 'generalfeedback'), format, notes)
  const type = question.attributes.type ?? ''
  switch (type) {
    case 'multichoice':
      if (childrenOf(question, 'answer').length > OPTIONS_MAX) return { problem: tooManyOptions }
      return { type: 'multiple-choice', options: readChoices(question, format, notes), explanation }
    case 'truefalse':
      return { type: 'true-false', options: readTruth(question, format, notes), explanation }
    case 'essay': {
      const model = readText(child(question, 'graderinfo'), format, notes)
      const answers = childrenOf(question, 'answer').map((one) => readText(one, format, notes))
      return { type: 'open-ended', options: [], explanation: both(explanation, model, ...answers) }
    }
    case 'matching':
      return { type: 'matching', options: [], answer: readPairs(question, format, notes), explanation }
    case 'shortanswer':
    case 'numerical': {
      const answer = type === 'numerical' ? readNumber(question, notes) : readTexts(question, notes)
      if (answer) {
        return { type: type === 'numerical' ? 'numeric' : 'short-answer', options: [], answer, explanation }
      }
      notes.add(becameOpenEnded(type === 'numerical' ? 'numerical' : 'short-answer'))
      const accepted = childrenOf(question, 'answer').map(acceptedAnswer)
      return { type: 'open-ended', options: [], explanation: acceptedAnswers(accepted, explanation) }
    }
    default:
      return { problem: `The Moodle question type "${type.slice(0, 40)}" is not supported` }
  }
}

/** A subquestion without a text is one more choice. */
function readPairs(question: XmlElement, format: string, notes: Set<string>): Draft['answer'] {
  const sides = childrenOf(question, 'subquestion').map((element) => ({
    left: readText(element, format, notes),
    right: oneLine(rawText(child(element, 'answer'))),
  }))
  const extra = sides.filter(({ left }) => left.trim() === '').map(({ right }) => right)
  const pairs = sides.filter(({ left }) => left.trim() !== '')
  return { kind: 'pairs', pairs, ...(extra.length > 0 && { extra }) }
}

/** The fully accepted texts; undefined if there is none, or one with a wildcard. */
function readTexts(question: XmlElement, notes: Set<string>): Draft['answer'] {
  const texts = fullAnswers(question, notes).map((answer) => rawText(answer).trim())
  if (texts.length === 0 || texts.some(hasWildcard)) return undefined
  const caseSensitive = readFlag(question, 'usecase', false, notes)
  return { kind: 'text', accepted: texts.map(unescapeWildcard), caseSensitive }
}

/** Undefined if several numbers are fully accepted, or if it isn't a number. */
function readNumber(question: XmlElement, notes: Set<string>): Draft['answer'] {
  const [only, ...others] = fullAnswers(question, notes)
  const text = rawText(only).trim()
  const value = Number(text)
  const tolerance = Number((only && child(only, 'tolerance')?.text.trim()) || 0)
  if (text === '' || others.length > 0 || !Number.isFinite(value) || !(tolerance >= 0)) return undefined
  const units = childrenOf(question, 'units').flatMap((list) => childrenOf(list, 'unit'))
  const own = units.find((one) => Number(child(one, 'multiplier')?.text ?? 1) === 1)
  const unit = own && child(own, 'unit_name')?.text.trim()
  if (units.length > (own ? 1 : 0)) notes.add('Other units of the answer are not kept')
  return { kind: 'number', value, tolerance, ...(unit && { unit }) }
}

function fullAnswers(question: XmlElement, notes: Set<string>): XmlElement[] {
  const answers = childrenOf(question, 'answer')
  if (answers.some((one) => fractionOf(one) > 0 && fractionOf(one) < 100)) notes.add(PARTLY_ACCEPTED)
  if (answers.some((one) => rawText(child(one, 'feedback')).trim() !== '')) notes.add(FEEDBACK_LOST)
  if (answers.some((one) => fractionOf(one) <= 0 && !['', '*'].includes(rawText(one).trim()))) {
    notes.add(WRONG_LOST)
  }
  return answers.filter((one) => fractionOf(one) === 100)
}

const both = (...texts: string[]) => texts.filter((text) => text.trim() !== '').join('\n\n')

const fractionOf = (answer: XmlElement) => Number(answer.attributes.fraction ?? 0)

/** With `<single>` the answer of 100 % is correct, else all with a positive weight are correct together. */
function readChoices(question: XmlElement, format: string, notes: Set<string>): DraftOption[] {
  const isSingle = readFlag(question, 'single', true, notes)
  const answers = childrenOf(question, 'answer')
  for (const note of weightWarnings(answers.map(fractionOf), isSingle)) notes.add(note)
  return answers.map((answer) =>
    readOption(answer, {
      text: readText(answer, format, notes),
      isCorrect: isSingle ? fractionOf(answer) === 100 : fractionOf(answer) > 0,
      format,
      notes,
    }),
  )
}

function readTruth(question: XmlElement, format: string, notes: Set<string>): DraftOption[] {
  const answers = childrenOf(question, 'answer')
  const textOf = (answer: XmlElement) => rawText(answer).trim().toLowerCase()
  const others = answers.filter((one, at) => {
    const isFirst = answers.findIndex((other) => textOf(other) === textOf(one)) === at
    return textOf(one) !== '' && !(isFirst && ['true', 'false'].includes(textOf(one)))
  })
  if (others.length > 0) notes.add('Answers besides true and false are not kept')
  return ['True', 'False'].map((text) => {
    const answer = answers.find((one) => textOf(one) === text.toLowerCase())
    if (answer === undefined) return { text, isCorrect: false }
    return readOption(answer, { text, isCorrect: fractionOf(answer) > 0, format, notes })
  })
}

function readOption(
  answer: XmlElement,
  grade: { text: string; isCorrect: boolean; format: string; notes: Set<string> },
): DraftOption {
  const { text, isCorrect, format, notes } = grade
  const feedback = readText(child(answer, 'feedback'), format, notes)
  return { text, isCorrect, ...(feedback.trim() !== '' && { feedback }) }
}

function acceptedAnswer(answer: XmlElement): string {
  const fraction = fractionOf(answer)
  const tolerance = child(answer, 'tolerance')?.text.trim() ?? ''
  return [
    escapeMarkdown(rawText(answer).trim()),
    ...(tolerance === '' || Number(tolerance) === 0 ? [] : [`± ${tolerance}`]),
    ...(fraction === 100 ? [] : [`(${fraction} %)`]),
  ].join(' ')
}

/**
 * `<x format="html"><text>…</text></x>` as Markdown that shows what Moodle shows: HTML is converted, and plain text
 * escaped. Texts without a format have the question's, as in Moodle.
 */
function readText(element: XmlElement | undefined, inherited: string, notes: Set<string>): string {
  if (element === undefined) return ''
  if (child(element, 'file')) notes.add(EMBEDDED)
  const text = rawText(element)
  const format = element.attributes.format ?? inherited
  switch (format) {
    case 'html':
      return htmlToMarkdown(text, notes)
    case 'markdown':
      return text
    case 'plain_text':
      return escapeMarkdown(text)
    default:
      if (format !== AUTO) notes.add(`Unknown format "${format.slice(0, 40)}" of a text`)
      return escapeMarkdownOutsideCode(text)
  }
}

/** The unconverted text. */
export const rawText = (element: XmlElement | undefined): string => child(element, 'text')?.text ?? ''
