import {
  answerErrors,
  isTyped,
  OPTIONS_MAX,
  OPTIONS_MIN,
  optionErrors,
  questionOptionInput,
  questionRow,
  questionTypeInput,
  uuid,
} from '@rehearse/contracts'
import { applyDefaults, type DraftRow } from '../apply-defaults.ts'
import { optionLetter, tooManyOptions } from '../row-fields.ts'
import type { ParseDefaults, ReadQuestion } from '../types.ts'
import { checkRow, issue, type Place, rowError } from '../validate-row.ts'

type Fields = Record<string, unknown>

/**
 * Validates one question given as JSON (a row of a file or of the bulk call), with the specification's messages.
 * `index` counts from 0, `line` from 1. Never throws: the result has a question or an error.
 */
export function parseJsonRow(
  value: unknown,
  index: number,
  defaults: ParseDefaults = {},
  line?: number,
): ReadQuestion {
  const fields = isFields(value) ? value : {}
  const place = { index, line, title: typeof fields.title === 'string' ? fields.title.trim() : '' }
  const read = readFields(fields, place, defaults)
  const unread = unreadFields(fields)
  if (unread.length === 0) return read
  return { ...read, warnings: [...read.warnings, issue(place, fieldsNote(unread))] }
}

/** Named in a warning; a file of other data may have any number of fields. */
const NAMED = 10
const NAME_LENGTH = 40

/** The warning about fields that have no meaning in a question or a file. */
export function fieldsNote(names: readonly string[]): string {
  const named = names.slice(0, NAMED).map((name) => name.slice(0, NAME_LENGTH))
  return `Fields that nothing reads: ${named.join(', ')}${names.length > NAMED ? ', …' : ''}`
}

const knownFields = new Set(['id', ...Object.keys(questionRow.shape)])
const knownOptionFields = new Set(Object.keys(questionOptionInput.shape))

/** The names of fields without a meaning, of options as `options.name`. */
function unreadFields(fields: Fields): string[] {
  const names = Object.keys(fields).filter((name) => !knownFields.has(name))
  const options = Array.isArray(fields.options) ? fields.options.slice(0, OPTIONS_MAX).filter(isFields) : []
  const ofOptions = options
    .flatMap((option) => Object.keys(option))
    .filter((name) => !knownOptionFields.has(name))
  return [...names, ...[...new Set(ofOptions)].map((name) => `options.${name}`)]
}

function readFields(fields: Fields, place: Place, defaults: ParseDefaults): ReadQuestion {
  if (place.title === '' || typeof fields.content !== 'string' || fields.content.trim() === '') {
    return rowError(place, ['title and content are required'])
  }
  const type = questionTypeInput.safeParse(fields.type ?? defaults.type ?? 'multiple-choice')
  const needsOptions =
    !type.success || (type.data !== 'open-ended' && type.data !== 'code' && !isTyped(type.data))
  if (!Array.isArray(fields.options) && (needsOptions || fields.options != null)) {
    return rowError(place, ['options array is required'])
  }
  if (
    [fields.options, fields.correctAnswers].some((list) => Array.isArray(list) && list.length > OPTIONS_MAX)
  ) {
    return rowError(place, [tooManyOptions])
  }
  const options = readOptions(Array.isArray(fields.options) ? fields.options : [])
  const problem = applyCorrectAnswers(options, fields.correctAnswers)
  if (problem) return rowError(place, [problem])
  if (needsOptions || options.length > 0) {
    if (!options.some((option) => option.isCorrect === true)) {
      return rowError(place, ['at least one option must be marked as correct'])
    }
    if (options.length < OPTIONS_MIN) return rowError(place, [`Must have at least ${OPTIONS_MIN} options`])
  }
  const { correctAnswers: _, ...known } = fields
  // The cast is safe, since checkRow validates the other fields by schema next.
  const draft = { ...dropNulls(known), options } as unknown as DraftRow
  const read = checkRow(place, applyDefaults(draft, defaults))
  if (!read.question || !type.success) return read
  const problems = [
    ...optionErrors({ type: type.data, options: options as { isCorrect: boolean; text: string }[] }),
    ...answerErrors({ type: type.data, answer: read.question.row.answer }),
  ]
  if (problems.length > 0)
    return rowError(
      place,
      problems.map((one) => one.message),
    )
  const id = uuid.safeParse(fields.id)
  return id.success ? { ...read, question: { ...read.question, id: id.data } } : read
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** For these fields `null` means "none"; elsewhere it means an empty field. */
const mayBeNone = new Set(['subcategory', 'learningPath', 'topic', 'sectionId'])

const dropNulls = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([key, value]) => value !== null || mayBeNone.has(key)))

function readOptions(options: readonly unknown[]): Fields[] {
  return options.map((value, position) => {
    const option = isFields(value) ? dropNulls(value) : { text: value }
    return { isCorrect: false, ...option, id: option.id ?? optionLetter(position) }
  })
}

/** Marks the options that `correctAnswers` names; it must agree with the options' own marks. */
function applyCorrectAnswers(options: Fields[], answers: unknown): string | undefined {
  if (!Array.isArray(answers) || answers.length === 0) return undefined
  const unknown = answers.filter((id) => !options.some((option) => option.id === id))
  if (unknown.length > 0) return `Invalid correct answer IDs: ${unknown.map(shown).join(', ')}`
  const marked = options.filter((option) => option.isCorrect === true)
  if (
    marked.length > 0 &&
    !sameMembers(
      marked.map((option) => option.id),
      answers,
    )
  ) {
    return 'correctAnswers and the options marked as correct disagree'
  }
  for (const option of options) option.isCorrect = answers.includes(option.id)
  return undefined
}

/** Not `String`, which would call the value's own `toString`, and recurses into nested arrays. */
const shown = (id: unknown) =>
  typeof id === 'object' && id !== null ? 'not a text' : String(id).slice(0, 40)

function sameMembers(one: readonly unknown[], other: readonly unknown[]): boolean {
  const members = new Set(other)
  return new Set(one).size === members.size && one.every((value) => members.has(value))
}
