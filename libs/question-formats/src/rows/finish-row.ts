import { OPTIONS_MIN, optionFaults, type QuestionTypeInput } from '@rehearse/contracts'
import type { ParseDefaults, ReadQuestion } from '../types.ts'
import { applyDefaults, type DraftRow } from './apply-defaults.ts'
import { checkRow, failed, issue, type Place } from './check-row.ts'
import { optionLetter } from './option-letter.ts'

/** An option as a format gives it; ids follow the position. */
export interface DraftOption {
  text: string
  isCorrect: boolean
  feedback?: string
}

export interface Draft extends Omit<DraftRow, 'options' | 'type'> {
  type: QuestionTypeInput
  options: readonly DraftOption[]
}

/** The last step of a format: checks the question, and tells in `notes` what of it could not be kept. */
export function finishRow(
  place: Place,
  { options: given, ...draft }: Draft,
  defaults: ParseDefaults,
  notes: Iterable<string>,
): ReadQuestion {
  if (draft.title === '' || draft.content.trim() === '') return failed(place, ['Missing title or content'])
  const options = given.map(({ text, isCorrect, feedback }, position) => ({
    id: optionLetter(position),
    text,
    isCorrect,
    ...(feedback && { feedback }),
  }))
  const faults = optionFaults({ type: draft.type, options }).map((fault) => fault.message)
  if (faults.length > 0) return failed(place, options.length < OPTIONS_MIN ? faults.slice(0, 1) : faults)
  const read = checkRow(place, applyDefaults({ ...draft, options }, defaults))
  if (read.error) return read
  return { ...read, warnings: [...read.warnings, ...[...new Set(notes)].map((note) => issue(place, note))] }
}
