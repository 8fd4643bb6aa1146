import {
  answerErrors,
  choiceErrors,
  issueText,
  OPTIONS_MIN,
  optionErrors,
  type QuestionRowInput,
  type QuestionTypeInput,
  questionRow,
} from '@rehearse/contracts'
import { applyDefaults, type DraftRow } from './apply-defaults.ts'
import { optionLetter } from './row-fields.ts'
import type { ParseDefaults, ParseIssue, ReadQuestion } from './types.ts'

/** An option as a format provides it; ids follow the position. */
export interface DraftOption {
  text: string
  isCorrect: boolean
  feedback?: string
}

export interface Draft extends Omit<DraftRow, 'options' | 'type'> {
  type: QuestionTypeInput
  options: readonly DraftOption[]
}

/** The last step of a format: validates the question, and adds what is lost to `notes`. */
export function validateRow(
  place: Place,
  { options: given, ...draft }: Draft,
  defaults: ParseDefaults,
  notes: Iterable<string>,
): ReadQuestion {
  if (draft.title === '' || draft.content.trim() === '') return rowError(place, ['Missing title or content'])
  const options = given.map(({ text, isCorrect, feedback }, position) => ({
    id: optionLetter(position),
    text,
    isCorrect,
    ...(feedback && { feedback }),
  }))
  const problems = [...optionErrors({ type: draft.type, options }), ...answerErrors(draft)].map(
    (problem) => problem.message,
  )
  if (problems.length > 0)
    return rowError(place, options.length < OPTIONS_MIN ? problems.slice(0, 1) : problems)
  const read = checkRow(place, applyDefaults({ ...draft, options }, defaults))
  if (read.error) return read
  return { ...read, warnings: [...read.warnings, ...[...new Set(notes)].map((note) => issue(place, note))] }
}

/** Longer texts are imported with a warning: learners can't read them in the time they have. */
const LONG_TITLE = 200
const LONG_CONTENT = 1_000

export interface Place {
  index: number
  line?: number | undefined
  title: string
}

/** One error for a question, with all its problems. */
export function rowError(place: Place, problems: readonly string[]): ReadQuestion {
  return { error: issue(place, problems.join('; ')), warnings: [] }
}

/** Final validation of a row: the limits of every stored question. */
export function checkRow(place: Place, row: QuestionRowInput, title = row.title): ReadQuestion {
  const checked = questionRow.safeParse(row)
  if (!checked.success) {
    return rowError(
      place,
      checked.error.issues.map((problem) => `${problem.path.join('.')}: ${issueText(problem)}`),
    )
  }
  const ids = checked.data.options.map((option) => option.id)
  const twice = ids.filter((id, position) => ids.indexOf(id) !== position)
  if (twice.length > 0) return rowError(place, [`Option IDs used twice: ${twice.join(', ')}`])
  const choices = choiceErrors(checked.data)
  if (choices.length > 0)
    return rowError(
      place,
      choices.map(({ message }) => message),
    )
  const warnings = []
  if (title.length > LONG_TITLE) warnings.push(issue(place, `Title is over ${LONG_TITLE} characters`))
  if (row.content.length > LONG_CONTENT) {
    warnings.push(issue(place, `Content is over ${LONG_CONTENT} characters`))
  }
  const { index, line } = place
  return { question: { index, ...(line === undefined ? {} : { line }), row }, warnings }
}

/** An error or a warning in the common form. */
export function issue({ index, line, title }: Place, problem: string): ParseIssue {
  const message = `Question ${index + 1}: ${problem}`
  return { index, ...(line === undefined ? {} : { line }), title, message }
}
