import type { PathState } from '@rehearse/contracts'
import type { CourseMessages } from './course-messages.en.ts'

export type StepState = PathState['steps'][number]

/** How many questions of a step are in each state. */
export const countStates = (step: StepState | undefined) => {
  const ofState = (wanted: StepState['questions'][number]['state']) =>
    step?.questions.filter(({ state }) => state === wanted).length ?? 0
  return { unseen: ofState('unseen'), missed: ofState('missed'), correct: ofState('correct') }
}

/** The practice session with the remaining questions of a step. */
export const stepPractice = (pathId: string, stepId: string): string =>
  `/questions?learningPath=${pathId}&step=${stepId}`

/** What that session contains: questions not yet answered, then missed ones; all of them again if there are none. */
export function practiceLabel(messages: CourseMessages, step: StepState | undefined, count: number): string {
  const { unseen, missed } = countStates(step)
  if (step === undefined) return messages.practice(count)
  if (unseen > 0) return messages.practice(unseen + missed)
  return missed > 0 ? messages.practiceMissed(missed) : messages.repeatPractice
}
