import type { AnsweredQuestion, PublicQuestion } from '@rehearse/contracts'

/** A question as a run has it: with its key where a learner has loaded it. */
export type RunQuestion = PublicQuestion | AnsweredQuestion

/** How an answer was judged, the same for learners and visitors. */
export interface Graded {
  isCorrect: boolean
  correctOptionIds: readonly string[]
  explanation: string
  feedback: ReadonlyMap<string, string>
  /** Null where nothing is recorded, or not yet. */
  points: number | null
  /** The answer waits on this device until the server can be reached. */
  waiting: boolean
  /** The server has judged otherwise than this device did. */
  overruled?: boolean
  /** What a saved answer brought about beside its points. */
  moments?: readonly Moment[]
}

export interface Submission {
  selectedOptionIds: string[]
  /** Seconds. */
  timeSpent: number
  /** The learner's own rating, where no key can judge. */
  selfAssessed?: boolean
}

/**
 * Judges an answer by the key that came with its question, so that nobody waits for a network to know what this device
 * knows already. Points are the server's to give, and its word counts.
 *
 * @returns undefined where the question came without its key, as a visitor's does
 */
export function gradeLocally(
  question: RunQuestion,
  { selectedOptionIds, selfAssessed }: Submission,
): Graded | undefined {
  if (!hasKey(question)) return undefined
  const right = question.options.filter(({ isCorrect }) => isCorrect).map(({ id }) => id)
  return {
    isCorrect: selfAssessed ?? areSame(right, selectedOptionIds),
    correctOptionIds: right,
    explanation: question.explanation,
    feedback: feedbackOf(question),
    points: null,
    waiting: false,
  }
}

/** Whether the server has judged otherwise than this device: the key has been corrected since it came here. */
export const differs = (here: Graded, there: Graded): boolean =>
  here.isCorrect !== there.isCorrect || !areSame(here.correctOptionIds, there.correctOptionIds)

export const hasKey = (question: RunQuestion): question is AnsweredQuestion => 'correctAnswers' in question

/** Why an option is wrong, by the option's id. */
export const feedbackOf = ({ options }: AnsweredQuestion): ReadonlyMap<string, string> =>
  new Map(options.flatMap(({ id, feedback }) => (feedback ? [[id, feedback] as const] : [])))

const areSame = (ids: readonly string[], others: readonly string[]): boolean =>
  ids.length === others.length && ids.every((id) => others.includes(id))

/** The first answer to a question in a run: the one that counts. */
export interface RunAnswer {
  question: RunQuestion
  selected: readonly string[]
  isCorrect: boolean
  correctOptionIds: readonly string[]
  explanation: string
  feedback: ReadonlyMap<string, string>
  points: number
  /** Seconds. */
  timeSpent: number
  moments: readonly Moment[]
}

/** Something worth one line that an answer brought about. */
export type Moment =
  | { kind: 'badge'; name: string }
  | { kind: 'level'; level: number }
  | { kind: 'streak'; days: number }

/** What happened in a run so far, in the order in which it was answered. */
export type RunAnswers = readonly RunAnswer[]

export const totalsOf = (answers: RunAnswers) => ({
  answered: answers.length,
  right: answers.filter(({ isCorrect }) => isCorrect).length,
  points: answers.reduce((sum, { points }) => sum + points, 0),
  timeSpent: answers.reduce((sum, { timeSpent }) => sum + timeSpent, 0),
})
