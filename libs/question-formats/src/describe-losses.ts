import type { QuestionRowInput } from '@rehearse/contracts'
import { jsonRow } from './formats/json-format.ts'
import type { PrintableQuestion, ReadQuestion } from './types.ts'

/** Fields that are too long to quote and partly written: reported as changed rather than lost. */
const texts = new Set(['title', 'content', 'explanation', 'answer'])

/** What printing loses: everything that reading it back doesn't return. So no format can forget to report a loss. */
export function describeLosses(question: PrintableQuestion, read: ReadQuestion | undefined): string[] {
  if (!read?.question) return ['left out: it would not be read back']
  const { options: wantedOptions, ...wanted } = comparable(question)
  const { options: gotOptions, ...got } = comparable(read.question.row)
  const fields = Object.keys(wanted).filter((key) => !same(wanted[key], got[key]))
  return [
    ...fields.map((field) => (texts.has(field) ? `${field} is changed` : notSupported(field, wanted[field]))),
    ...optionLosses(question, read.question.row.options ?? []),
  ]
}

function optionLosses(
  { options: wanted }: PrintableQuestion,
  got: NonNullable<QuestionRowInput['options']>,
): string[] {
  const differ = (pick: (option: Partial<PrintableQuestion['options'][number]>) => unknown) =>
    !same(wanted.map(pick), got.map(pick as (option: object) => unknown))
  return [
    ...(differ((option) => option.text) ? ['option texts are changed'] : []),
    ...(differ((option) => option.isCorrect) ? ['right options are changed'] : []),
    ...(differ((option) => option.id) ? ['option ids are not kept'] : []),
    ...(differ((option) => option.feedback) ? ['option feedback is not kept'] : []),
  ]
}

const notSupported = (field: string, value: unknown) =>
  `${field} ${value == null ? 'none' : JSON.stringify(value)} is not kept`

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** `single` and `multiple` only state the number of correct options, which the options also show. */
function comparable(row: object): Record<string, unknown> {
  const { type, ...rest } = jsonRow({ isActive: true, approved: true, ...row } as PrintableQuestion)
  return { ...rest, type: type === 'single' || type === 'multiple' ? 'multiple-choice' : type }
}
