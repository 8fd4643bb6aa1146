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
}

export interface Submission {
  selectedOptionIds: string[]
  /** Seconds. */
  timeSpent: number
  /** The learner's own judgement, where no key can judge. */
  selfAssessed?: boolean
}
