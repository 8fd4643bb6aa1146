import {
  type ErrorDetail,
  optionErrors,
  type QuestionOption,
  type QuestionTypeInput,
} from '@rehearse/contracts'

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
}

/** Options with their ids and marks, from either form of the correct answers, and one error per invalid field. */
export function normalizeOptions(sent: OptionsAsSent): {
  options: QuestionOption[]
  fieldErrors: ErrorDetail[]
} {
  const options = sent.options.map((option, position) => ({ ...option, id: option.id ?? letter(position) }))
  const answers = new Set(sent.correctAnswers)
  const problem = idError(options) ?? correctAnswersError(options, answers) ?? openEndedError(sent)
  if (problem) return { options: options.map(clean), fieldErrors: [problem] }
  const marked =
    answers.size === 0 ? options : options.map((it) => ({ ...it, isCorrect: answers.has(it.id) }))
  return {
    options: marked.map(clean),
    fieldErrors: optionErrors({ type: sent.type, options: marked }).slice(0, 1),
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
