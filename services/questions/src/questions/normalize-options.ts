import {
  answerErrors,
  type ErrorDetail,
  optionErrors,
  type QuestionAnswer,
  type QuestionAnswerInput,
  type QuestionOption,
  type QuestionTypeInput,
} from '@rehearse/contracts'
import type { QuestionKey } from './question.ts'

export interface OptionsAsSent {
  type: QuestionTypeInput
  options: readonly {
    id?: string | undefined
    text: string
    isCorrect: boolean
    feedback?: string | undefined
  }[]
  /** Ids of the correct options, instead of or in addition to the marks on the options. */
  correctAnswers?: readonly string[] | undefined
  answer?: QuestionAnswerInput | null | undefined
}

/** A key with all ids and marks, from either form of the correct answers, and one error per invalid field. */
export function normalizeOptions(sent: OptionsAsSent): QuestionKey & { fieldErrors: ErrorDetail[] } {
  const answer = sent.answer ? normalizeAnswer(sent.answer) : null
  const options = sent.options.map((option, position) => ({ ...option, id: option.id ?? letter(position) }))
  const answers = new Set(sent.correctAnswers)
  const problem = idError(options) ?? correctAnswersError(options, answers) ?? openEndedError(sent)
  if (problem) return { options: options.map(clean), answer, fieldErrors: [problem] }
  const marked =
    answers.size === 0 ? options : options.map((it) => ({ ...it, isCorrect: answers.has(it.id) }))
  return {
    options: marked.map(clean),
    answer,
    fieldErrors: [
      ...optionErrors({ type: sent.type, options: marked }).slice(0, 1),
      ...answerErrors({ type: sent.type, answer }),
    ],
  }
}

/** With the ids of pairs, and without fields that say nothing. */
function normalizeAnswer(answer: QuestionAnswerInput): QuestionAnswer {
  switch (answer.kind) {
    case 'pairs': {
      const { kind, pairs, extra = [] } = answer
      const withIds = pairs.map(({ id, left, right }, at) => ({ id: id ?? letter(at), left, right }))
      return { kind, pairs: withIds, ...(extra.length > 0 && { extra }) }
    }
    case 'text': {
      const { kind, accepted, caseSensitive = false, whitespace = 'fold' } = answer
      return { kind, accepted, caseSensitive, whitespace }
    }
    case 'number': {
      const { kind, value, tolerance = 0, unit } = answer
      return { kind, value, tolerance, ...(unit !== undefined && { unit }) }
    }
  }
}

/** a, b, c …: the ids assigned to options by position. */
const letter = (position: number): string => String.fromCharCode(97 + position)

function clean({ id, text, isCorrect, feedback }: QuestionOption): QuestionOption {
  return { id, text, isCorrect, ...(feedback !== undefined && { feedback }) }
}

function idError(options: readonly { id: string }[]): ErrorDetail | undefined {
  if (new Set(options.map((option) => option.id)).size === options.length) return undefined
  return { path: 'options', message: 'Each option needs an id of its own' }
}

function correctAnswersError(
  options: readonly QuestionOption[],
  answers: ReadonlySet<string>,
): ErrorDetail | undefined {
  const unknown = [...answers].filter((id) => !options.some((option) => option.id === id))
  if (unknown.length > 0) {
    return { path: 'correctAnswers', message: `Invalid correct answer IDs: ${unknown.join(', ')}` }
  }
  const marked = options.filter((option) => option.isCorrect)
  const agree = marked.length === answers.size && marked.every((option) => answers.has(option.id))
  if (answers.size === 0 || marked.length === 0 || agree) return undefined
  return {
    path: 'correctAnswers',
    message: 'The correct answers and the options marked as correct disagree',
  }
}

function openEndedError({ type, options }: OptionsAsSent): ErrorDetail | undefined {
  if (type !== 'open-ended' || options.length === 0) return undefined
  return { path: 'options', message: 'An open-ended question has no options' }
}
