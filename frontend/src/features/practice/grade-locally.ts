import type {
  AnsweredQuestion,
  AnswerResult,
  CorrectResponse,
  PublicQuestion,
  QuestionResponse,
  SelectionReason,
} from '@rehearse/contracts'

/** Why adaptive practice selected a question for a learner. */
export interface Reason extends Omit<SelectionReason, 'questionId'> {
  /** The wanted chance of a correct answer: 0 to 1. */
  wanted: number
}

/** A question of a practice session: with its key if a learner has loaded it. */
export type RunQuestion = (PublicQuestion | AnsweredQuestion) & { reason?: Reason }

/** The result of an answer, the same for learners and visitors. */
export interface Graded {
  isCorrect: boolean
  correctOptionIds: readonly string[]
  /** The solution of a question without options. */
  correctResponse?: CorrectResponse | null | undefined
  explanation: string
  feedback: ReadonlyMap<string, string>
  /** Null if nothing is recorded, or not yet. */
  points: number | null
  /** Whether the answer is queued on this device until the server can be reached. */
  waiting: boolean
  /** Whether the server graded differently from this device. */
  overruled?: boolean
  /** The answer that another device gave first: it counts instead of this one. */
  first?: Pick<Submission, 'selectedOptionIds' | 'response'>
  /** The effects of a saved answer other than its points. */
  moments?: readonly Moment[]
}

/** An answer to a matching, short-answer or numeric question. */
export interface TypedSubmission {
  response?: QuestionResponse
  /** The grade by the key that came with the question. */
  verdict?: Pick<Graded, 'isCorrect' | 'correctResponse'>
}

export interface Submission extends TypedSubmission {
  selectedOptionIds: string[]
  /** Seconds. */
  timeSpent: number
  /** The learner's own rating, for questions without a key. */
  selfAssessed?: boolean
}

/**
 * Grades an answer with the key that came with its question, so that the result doesn't wait for the network. The
 * server's result takes precedence, and only the server awards points.
 *
 * @returns undefined if the question has no key, as for a visitor
 */
export function gradeLocally(
  question: RunQuestion,
  { selectedOptionIds, selfAssessed, verdict }: Submission,
): Graded | undefined {
  if (!hasKey(question)) return undefined
  const right = question.options.filter(({ isCorrect }) => isCorrect).map(({ id }) => id)
  return {
    isCorrect: selfAssessed ?? areSame(right, selectedOptionIds),
    ...verdict,
    correctOptionIds: right,
    explanation: question.explanation,
    feedback: feedbackOf(question),
    points: null,
    waiting: false,
  }
}

/** Whether the server graded differently: the key has been corrected since it was loaded. */
export const differs = (here: Graded, there: Graded): boolean =>
  here.isCorrect !== there.isCorrect || !areSame(here.correctOptionIds, there.correctOptionIds)

export const hasKey = (question: RunQuestion): question is AnsweredQuestion => 'correctAnswers' in question

/** Why an option is incorrect, by option id. */
export const feedbackOf = ({ options }: AnsweredQuestion): ReadonlyMap<string, string> =>
  new Map(options.flatMap(({ id, feedback }) => (feedback ? [[id, feedback] as const] : [])))

const areSame = (ids: readonly string[], others: readonly string[]): boolean =>
  ids.length === others.length && ids.every((id) => others.includes(id))

/** The first answer to a question in a session: the one that counts. */
export interface RunAnswer {
  question: RunQuestion
  selected: readonly string[]
  response?: QuestionResponse | undefined
  isCorrect: boolean
  correctOptionIds: readonly string[]
  correctResponse?: CorrectResponse | null | undefined
  explanation: string
  feedback: ReadonlyMap<string, string>
  points: number
  /** Seconds. */
  timeSpent: number
  moments: readonly Moment[]
}

/** An effect of an answer that gets a line of its own. */
export type Moment =
  | { kind: 'badge'; name: string }
  | { kind: 'level'; level: number }
  | { kind: 'streak'; days: number }

/** The answers of a session so far, in order. */
export type RunAnswers = readonly RunAnswer[]

export const totalsOf = (answers: RunAnswers) => ({
  answered: answers.length,
  right: answers.filter(({ isCorrect }) => isCorrect).length,
  points: answers.reduce((sum, { points }) => sum + points, 0),
  timeSpent: answers.reduce((sum, { timeSpent }) => sum + timeSpent, 0),
})

export const gradedOf = (
  result: Pick<
    AnswerResult,
    'isCorrect' | 'correctOptionIds' | 'correctResponse' | 'explanation' | 'optionFeedback'
  > & {
    points?: number
  },
): Graded => ({
  isCorrect: result.isCorrect,
  correctOptionIds: result.correctOptionIds,
  correctResponse: result.correctResponse,
  explanation: result.explanation,
  feedback: new Map(result.optionFeedback.map(({ id, feedback }) => [id, feedback])),
  points: result.points ?? null,
  waiting: false,
})

/** A learner's answer is graded in English; the translated texts came with its question. */
export const translated = (question: RunQuestion, graded: Graded): Graded =>
  question.language !== undefined && hasKey(question)
    ? { ...graded, explanation: question.explanation, feedback: feedbackOf(question) }
    : graded
