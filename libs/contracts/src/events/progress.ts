import { z } from 'zod'
import { timestamp, uuid } from '../api/common.ts'
import { learningMode, timeZone } from '../api/progress.ts'
import { difficulty } from '../api/questions.ts'
import { envelope } from './envelope.ts'

/**
 * A learner answered a question. Facts alone: what was chosen, whether it was right by which version of the key,
 * when and where on earth. Points and streaks are interpretations and live in projections.
 */
export const answerSubmittedData = z.object({
  answerId: uuid,
  learnerId: z.string(),
  questionId: uuid,
  questionVersion: z.int(),
  questionTitle: z.string(),
  selectedOptionIds: z.array(z.string()),
  isCorrect: z.boolean(),
  graded: z.enum(['server', 'self']),
  /** Seconds. */
  timeSpent: z.number(),
  attempt: z.int(),
  difficulty,
  category: z.string(),
  learningPath: z.string().nullable(),
  /** The field of practice: what mastery is reckoned by. */
  section: z.string(),
  /** The section of the bank the question stood in. */
  sectionId: z.string().nullable(),
  learningMode,
  planId: z.string().nullable(),
  sessionId: z.string().nullable(),
  timeZone,
  answeredAt: timestamp,
  receivedAt: timestamp,
})
export type AnswerSubmittedData = z.infer<typeof answerSubmittedData>

export const progressSubjects = {
  answerSubmitted: 'progress.answer.submitted.v1',
  /** A challenge's solution is open to this learner from now on. */
  challengeOpened: 'progress.challenge.opened.v1',
} as const

export const answerSubmitted = envelope('AnswerSubmitted', 1, answerSubmittedData)
export type AnswerSubmittedMessage = z.infer<typeof answerSubmitted>

export const challengeOpenedData = z.object({
  learnerId: z.string(),
  challengeId: z.string(),
  reason: z.enum(['passed', 'given-up']),
})
export type ChallengeOpenedData = z.infer<typeof challengeOpenedData>

export const challengeOpened = envelope('ChallengeOpened', 1, challengeOpenedData)
export type ChallengeOpenedMessage = z.infer<typeof challengeOpened>
