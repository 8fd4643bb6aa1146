import { stepPassedAt } from '@rehearse/contracts/constants'
import type { Counters } from './counters.ts'

/** The latest answer to a question. */
export interface LatestAnswer {
  /** When it was given, in milliseconds since 1970. */
  at: number
  isCorrect: boolean
}

/** A learner's progress in a step of a learning path. */
export interface StepProgress {
  pathId: string
  stepId: string
  /** Its open questions, each with the latest answer; null without an answer. */
  answers: ReadonlyMap<string, LatestAnswer | null>
}

/**
 * The step after an answer. A late answer changes nothing; of several answers at the same instant all must be
 * correct.
 */
export function answerStep(step: StepProgress, questionId: string, answer: LatestAnswer): StepProgress {
  const before = step.answers.get(questionId)
  if (before === undefined || (before !== null && before.at > answer.at)) return step
  const isCorrect = answer.isCorrect && (before?.at !== answer.at || before.isCorrect)
  return { ...step, answers: new Map(step.answers).set(questionId, { ...answer, isCorrect }) }
}

/** The step after its answer of that instant was regraded. */
export function regradeStep(step: StepProgress, questionId: string, answer: LatestAnswer): StepProgress {
  if (step.answers.get(questionId)?.at !== answer.at) return step
  return { ...step, answers: new Map(step.answers).set(questionId, answer) }
}

/** Whether answers have earned a step: it has questions, each has an answer, and enough are correct. */
export function isStepEarned({ answers }: StepProgress): boolean {
  const recorded = [...answers.values()]
  const correct = recorded.filter((answer) => answer?.isCorrect).length
  return recorded.length > 0 && !recorded.includes(null) && correct >= stepPassedAt(recorded.length)
}

/** The step without answers from before the reset of its path. */
export function sinceReset(step: StepProgress, { resets = {} }: Counters): StepProgress {
  const since = Math.max(...[resets[step.pathId], resets['']].map((at) => (at ? Date.parse(at) : 0)))
  if (since === 0) return step
  const answers = [...step.answers].map(
    ([id, answer]) => [id, answer !== null && answer.at > since ? answer : null] as const,
  )
  return { ...step, answers: new Map(answers) }
}
