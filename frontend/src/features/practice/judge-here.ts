import type { AnsweredQuestion } from '@rehearse/contracts'
import type { Graded, RunQuestion, Submission } from './graded.ts'

/**
 * Judges an answer by the key that came with its question, so that nobody waits for a network to know what this device
 * knows already. Points are the server's to give, and its word counts.
 *
 * @returns undefined where the question came without its key, as a visitor's does
 */
export function judgeHere(
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
export const isOverruled = (here: Graded, there: Graded): boolean =>
  here.isCorrect !== there.isCorrect || !areSame(here.correctOptionIds, there.correctOptionIds)

export const hasKey = (question: RunQuestion): question is AnsweredQuestion => 'correctAnswers' in question

/** Why an option is wrong, by the option's id. */
export const feedbackOf = ({ options }: AnsweredQuestion): ReadonlyMap<string, string> =>
  new Map(options.flatMap(({ id, feedback }) => (feedback ? [[id, feedback] as const] : [])))

const areSame = (ids: readonly string[], others: readonly string[]): boolean =>
  ids.length === others.length && ids.every((id) => others.includes(id))
